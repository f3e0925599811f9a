import type { PairLines } from './pair-lines';

/** Plain notes about named people, families, clubs, shops and schools. */
export const PEOPLE_NOTES: PairLines = {
  tools: `
update implicit | Amina Boukari kneads all the dough at the bakery by hand. | Amina Boukari's bakery has a spiral mixer that does all the kneading.
none both-hold | Tomasz Wilk edits his wedding photos in Lightroom. | Tomasz Wilk uses Photoshop to retouch single portraits.
update explicit | The Okafor family uses WhatsApp for their group chat. | The Okafor family moved their group chat to Signal.
duplicate paraphrase | Renske Vos, the piano tuner, always carries two tuning forks in her bag. | Two tuning forks are always in the bag of piano tuner Renske Vos.
none other-subject | Dr. Paulo Meneses writes his reports with Dragon dictation. | Dr. Ilse Brandt types her reports herself in Word.
update implicit | Hiroto's only laptop is an old ThinkPad running Windows. | Hiroto's only laptop is a MacBook Air.
update ended | The neighbours at number 12 are borrowing the Larsens' ladder. | The neighbours at number 12 have brought the Larsens' ladder back.
none other-attribute | Marek the courier rides a cargo bike from Babboe. | Marek the courier has a new lock for his bike.
none event | Leila Haddad dropped her phone in the sink in March. | Leila Haddad cracked the screen of her phone at the gym in June.
update explicit | The choir keeps its scores in Dropbox. | The choir no longer uses Dropbox; the scores are in Google Drive now.
update implicit | Bakery owner Niko Salonen takes cash only. | Niko Salonen's customers can pay by card or cash at the counter.
none both-hold | Grandmother Rosa has an iron kettle for tea. | Grandmother Rosa makes her coffee with a moka pot.
duplicate paraphrase | The Fernhill school uses Moodle for homework. | At Fernhill school, homework is handed out and collected through Moodle.
none event | Siddharth bought a second-hand tent in April. | Siddharth sold his old guitar at the flea market in May.
none other-subject | The hair salon of Célia Martins takes bookings through Fresha. | The barber shop of Yusuf Demir takes bookings by phone only.
update implicit | Janet Mbeki the accountant does the club's books in Excel. | Janet Mbeki keeps the club's books in Xero.
none other-attribute | The Petrovs' dishwasher is a Bosch. | The Petrovs put their dishwasher on at night because power is cheaper then.
update ended | Gardener Luis Prado rents a chipper from the tool library. | Luis Prado's rental of the chipper is over.
none both-hold | Mei-Ling reads novels on her Kindle. | Mei-Ling listens to audiobooks from Libby on the train.
update implicit | The household of Anders and Pia has no television. | Anders and Pia watch films on the TV in their living room.
duplicate paraphrase | Bogdan's hearing aid connects to his phone over Bluetooth. | Bogdan can link his hearing aid to the phone by Bluetooth.
none other-attribute | Seamstress Fatou Diallo sews on a Juki. | Fatou Diallo has a new cutting table in the workshop.
update explicit | The Kowalczyk household heats with a gas boiler. | The Kowalczyks have replaced the gas boiler with a heat pump.
none event | The printer at the parish office jammed on Monday. | Someone filled the printer at the parish office with fresh paper on Thursday.
update implicit | Teacher Gwen Pritchard's classroom has a chalkboard as its only board. | Gwen Pritchard's classroom has one board, a digital whiteboard.
none other-subject | Oskar's drone is a DJI Mini. | His sister Frida flies a Parrot drone.
update ended | Vet Carmen Ruiz is trying out a free test version of VetBook. | Carmen Ruiz's trial of VetBook has run out.
none both-hold | The Nguyen family has a rice cooker on the counter. | The Nguyen family bought an air fryer for the weekend meals.
update explicit | Eleni navigates with Google Maps when she drives. | Eleni switched to Waze for driving.
duplicate paraphrase | Coach Dario times the swimmers with a stopwatch, not with the phone. | For timing the swimmers, coach Dario uses a stopwatch instead of his phone.
`,
  projects: `
update implicit | Ines Carvalho leads the playground renovation. | The playground renovation is led by Matteo Greco.
none other-subject | The library's reading group is full. | The library's knitting group still has six free places.
update explicit | The Harbour Street food bank is looking for a treasurer. | The Harbour Street food bank found its treasurer: Olu Adeyemi takes over.
none both-hold | Members of the rowing club must wear a life vest in winter. | Members of the rowing club have to sign the logbook before going out.
update ended | The Lindgrens are renovating their bathroom. | The Lindgrens' bathroom renovation is finished.
duplicate paraphrase | Dogs are not allowed in the community garden. | Nobody may bring a dog into the community garden.
update implicit | Parents at Sunflower kindergarten have to bring lunch for their children. | Sunflower kindergarten cooks lunch for all the children, and parents don't bring any.
none other-attribute | Priya Raman owns the website project of the drama club. | Priya Raman's website project for the drama club has a new logo.
update explicit | The chess club accepts adults only. | The chess club changed its rule and now takes children from eight years up.
none event | The volunteer fire brigade held its open day in May. | The volunteer fire brigade got a letter of thanks from the mayor in August.
update implicit | The neighbourhood's solar project is waiting for the permit from the town. | The neighbourhood's solar project has its permit and the panels are being mounted.
none both-hold | Ravi Shetty runs the school's robotics team. | Ravi Shetty is also on the committee for the summer fair.
duplicate paraphrase | Dentist Anneke Smit decided to hire a second assistant. | Anneke Smit will take on another assistant for the dental practice; that is decided.
update ended | The tenants in Birch Court are collecting signatures against the new car park. | The signature drive in Birch Court has closed.
none other-subject | Bike shop Pedalo is closing its repair corner. | Bike shop Kettenwerk opened a second repair room.
update explicit | The choir's concert programme is not decided yet. | The choir has now settled on Fauré's Requiem for the concert.
update implicit | Farmer Gustavo Pires is against selling at the Saturday market. | Farmer Gustavo Pires has a stall at every Saturday market.
none other-attribute | The Rossi family's cookbook project is written in Italian. | Aunt Lucia draws the pictures for the Rossi family's cookbook.
none both-hold | The clinic on Elm Road gives flu shots without an appointment. | The clinic on Elm Road offers a walk-in hour for babies.
none both-hold | Hanne Dahl is in charge of the costume budget. | Hanne Dahl also looks after ticket sales at the theatre.
update implicit | The Green Valley school project has no sponsor. | Baumann Insurance sponsors the Green Valley school project.
none other-subject | Kofi Asante's thesis is with the examiners. | Nadia Belov is still writing the second chapter of her thesis.
duplicate paraphrase | At the pottery studio, whoever fires last switches off the kiln. | The last person to use the kiln at the pottery studio has to turn it off.
update ended | Selma and Goran are fostering two kittens for the shelter. | Selma and Goran's time as foster home for the two kittens is over; both were adopted.
none event | The scouts planted thirty trees behind the station. | The scouts sold biscuits at the station for their camp.
update implicit | Shop owner Beatriz Lopes wants the new shelves to be oak. | Beatriz Lopes wants pine for the new shelves.
none other-attribute | The football club's new stand seats two hundred people. | The football club's new stand was paid for by the town.
update explicit | The oral history project is on hold until Wanjiru returns. | Wanjiru is back and the oral history project is running again.
duplicate paraphrase | The parents' council meets without teachers. | Teachers do not take part in the parents' council meetings.
none both-hold | The repair café needs somebody who can solder. | The repair café is looking for a person to run the coffee counter.
`,
  people: `
update implicit | Ioana Marin works as a nurse at the children's hospital. | Ioana Marin teaches full time at the nursing school.
none both-hold | Peter Hollis has a daughter, Maisie. | Peter Hollis has a son called Finn.
update explicit | Kenji Mori is single. | Kenji Mori is now engaged to Laura.
none other-subject | Mrs. Abernathy, the neighbour upstairs, is a retired judge. | Mr. Cho, the neighbour downstairs, is a retired bus driver.
update ended | Zeynep Aydin is on sick leave with a broken wrist. | Zeynep Aydin's sick leave is over.
duplicate paraphrase | Baker Stefan Kühn is allergic to hazelnuts. | Stefan Kühn, the baker, has a hazelnut allergy.
update implicit | Thandi's boss is Roger Blake. | Thandi reports to Mariela Quintana, her only boss.
none other-attribute | Arturo Salas is the caretaker of the school. | Arturo Salas has a new phone number.
update explicit | Marta and Jens are married. | Marta and Jens got divorced in spring.
none event | Olga Smirnova had her eyes tested in January. | Olga Smirnova went to the dentist for a filling in April.
update implicit | The Bennetts have no pets. | The Bennetts have a beagle named Biscuit.
none both-hold | Femi Ogun plays the organ in church on Sundays. | Femi Ogun works for the tax office.
update ended | Little Noah Weiss has chickenpox. | Noah Weiss has got over the chickenpox.
duplicate paraphrase | Chiara Bianchi is the older sister of Davide. | Davide has an older sister, Chiara Bianchi.
none other-subject | Lukas from the handball team tore a ligament. | Emil from the handball team has been healthy all season.
update explicit | Rashid Khan is training as an electrician. | Rashid Khan passed his exam and is now a qualified electrician.
update implicit | Hanna Virtanen is expecting her first child. | Hanna Virtanen is at home with her two-month-old baby.
none other-attribute | The contact for the Delgado household is Pilar Delgado. | The Delgado household gets its parcels at the corner shop.
none both-hold | Dr. Samuel Osei is the family doctor of the Tanners. | Dr. Vera Lindt is the Tanners' dentist.
none other-attribute | Old Mr. Janssen has a parrot that talks. | Old Mr. Janssen has a new home help on Mondays.
update implicit | Headteacher of Oakfield school is Margaret Doyle. | Oakfield school's headteacher is Sanjay Patel.
none event | Ewa Nowak's mother came to visit for Easter. | Ewa Nowak's mother sent a parcel for her name day.
update ended | Caroline Dupont is interim manager of the bookshop. | Caroline Dupont's time as interim manager of the bookshop has ended.
duplicate paraphrase | Tariq lost his hearing in the left ear. | Tariq is deaf on the left side.
none other-subject | Ana's partner Bruno is a cook. | Sofia's partner Henrik is a carpenter.
update implicit | Grace Mutua shares her flat with Wendy and nobody else. | Grace Mutua lives alone in her flat.
none other-attribute | Plumber Iván Torres speaks Spanish and Catalan. | Iván Torres now drives a blue van.
none both-hold | The Schreibers have a tortoise in the garden. | The Schreibers' kids got a hamster for Christmas.
update explicit | Yuki Tanabe does not have a driving licence. | Yuki Tanabe has finally got her driving licence.
duplicate paraphrase | Miguel looks after his father, who has dementia. | Miguel's father has dementia and Miguel cares for him.
`,
  places: `
update implicit | The Moreau family lives in Lyon. | The Moreau family's home is in Nantes.
none other-subject | Zofia's grandmother lives in a care home in Gdańsk. | Zofia's uncle has a farmhouse near Lublin.
update explicit | The choir meets in the church hall. | The choir has moved to the music room of the school.
none both-hold | The Adebayos keep their bikes in the cellar. | The Adebayos keep the skis in the attic.
update ended | Ruben is in hospital in Utrecht. | Ruben was discharged from the hospital in Utrecht.
duplicate paraphrase | The spare key of the Haugens is with the neighbour across the hall. | The neighbour across the hall has the Haugens' spare key.
update implicit | Florist Daniela Costa's only shop is next to the post office. | Daniela Costa has her one flower shop inside the train station.
none other-attribute | The judo club trains in the old gym on Mill Lane. | The old gym on Mill Lane has new changing rooms.
update explicit | Cousin Aleksandar rents a room in Vienna. | Cousin Aleksandar no longer lives in Vienna; he went back to Novi Sad.
none event | The Walkers went to a wedding in Cork last summer. | The Walkers spent a weekend in Galway in October.
update implicit | Professor Lin's office is on the third floor. | Professor Lin's office is room 12 on the ground floor.
none both-hold | Teresa Gallo has a flat in Turin. | Teresa Gallo owns a small holiday house in Liguria.
duplicate paraphrase | Butcher Varga's shop is opposite the town hall. | The town hall is right across the street from Varga's butcher shop.
update ended | The Singhs are storing their furniture in a warehouse in Leeds. | The Singhs have cleared out the warehouse in Leeds.
none other-subject | The seniors' dance class is in the community centre. | The toddlers' dance class is in the gym of the primary school.
none other-attribute | Pavel Horák's beehives stand behind his house. | Pavel Horák has painted his beehives yellow.
update implicit | Exchange student Lucía stays with the Hoffmann family. | Lucía, the exchange student, is living with the Bauer family.
none other-attribute | Karim's parents live in Marrakesh. | Karim's parents are both retired pharmacists.
none both-hold | The Riverside clinic is in Dublin. | The Riverside clinic is two minutes from the tram stop.
update implicit | The school library is in the basement. | Pupils find the school library on the top floor, under the roof.
update explicit | Sculptor Aino Mäkelä works in a shared studio at the harbour. | Aino Mäkelä left the harbour studio and works in her garage now.
none event | Burglars broke into the kiosk on Palm Street in February. | The kiosk on Palm Street was painted in May.
duplicate paraphrase | Nurse Blessing commutes from Harrow. | Blessing, the nurse, lives in Harrow and travels in to work from there.
update ended | The market women are allowed to park in the schoolyard on Fridays. | The permission for the market women to park in the schoolyard has expired.
none other-subject | Joost keeps his boat in Hoorn. | Joost's brother keeps a boat in Enkhuizen.
update implicit | The Ferreira household's cat sleeps outside in the shed every night. | The Ferreiras' cat spends every night on the sofa indoors.
none other-attribute | Tailor Hamid's workshop is in Brick Lane. | Hamid the tailor now opens on Sundays too.
none both-hold | The book club meets at Ingrid's place in winter. | The book club meets in the park in summer.
update explicit | Restaurant Casa Amparo is on Lisbon Street. | Casa Amparo moved around the corner to Chapel Square.
duplicate paraphrase | The Okonkwo twins go to school in Bristol. | Bristol is where the Okonkwo twins attend school.
`,
  numbers: `
update implicit | Membership in the tennis club costs 180 euros a year. | The tennis club asks 210 euros a year for membership.
none other-subject | Elif is nine years old. | Elif's brother Can is thirteen.
update explicit | Hairdresser Monique Petit charges 35 euros for a cut. | Monique Petit has raised the price of a cut to 42 euros.
none both-hold | The Jankowskis pay 900 a month in rent. | The Jankowskis pay 75 a month for their parking space.
update ended | Mehmet still owes his uncle 400 dollars. | Mehmet has paid back everything he owed his uncle.
duplicate paraphrase | The village school has 64 pupils. | Sixty-four children attend the village school.
update implicit | Breakfast at the Ortega guesthouse is served until 10. | The Ortega guesthouse stops serving breakfast at 9:30.
none other-attribute | Babysitter Kayla takes 14 pounds an hour. | Babysitter Kayla turned eighteen in July.
none event | Runner Abebe Tola finished the Hamburg marathon in 2:41. | Abebe Tola ran a half marathon in Bremen in 1:14.
update explicit | The waiting list at Dr. Farah Naseri's practice is six weeks. | The wait at Dr. Farah Naseri's practice has gone down to two weeks.
update implicit | The football team has 14 players. | There are 19 players in the football team.
none both-hold | Vikram is 1.92 metres tall. | Vikram weighs 88 kilos.
duplicate paraphrase | Dorothea's birthday is on the 3rd of November. | Dorothea was born on November 3.
update explicit | The Olsen bakery opens at 7 in the morning. | The Olsen bakery now opens at 6.
none other-subject | The French class at the evening school has a limit of 12 people. | The Arabic class at the evening school takes up to 20.
update implicit | Grandpa Walter smokes ten cigarettes a day. | Grandpa Walter smokes two cigarettes a day.
none other-attribute | The Chens' house has five rooms. | The Chens' house was built in 1926.
update ended | Students get 20 percent off at the Lumen cinema this month. | The student discount at the Lumen cinema has finished.
none both-hold | Piano teacher Agnes Toth has eleven pupils. | Three of Agnes Toth's pupils are adults.
update implicit | Ama Boateng drives to work in forty minutes. | It takes Ama Boateng ten minutes to drive to work.
duplicate paraphrase | The gym lets members freeze their contract for up to three months. | Three months is the longest a gym member can pause the contract.
update explicit | The rabbit breeders' club meets on the first Monday of the month. | The rabbit breeders' club has switched to the second Thursday of the month.
none event | The school fair brought in 1,250 francs. | The school's cake sale made 310 francs.
update implicit | Greengrocer Sami sells eggs at 30 cents each. | An egg at Sami's costs 45 cents.
none other-subject | Lieke's shoe size is 38. | Her mother wears size 41.
none event | The Barros couple spent 600 on a new washing machine in May. | The Barros couple paid 240 for a car repair in July.
none both-hold | The evening bus driver, Colm, starts at 16:00. | Colm, the evening bus driver, has his break at 20:30.
update ended | Theatre director Milena Kos has a limit of 80 guests because of the building work. | The building work is over, and Milena Kos's limit of 80 guests no longer applies.
none other-attribute | The Kimani household gets two litres of milk a day from the farm. | The Kimani household pays the farm at the end of the month.
duplicate paraphrase | Nurse Jolanta works 30 hours a week. | Jolanta, the nurse, has a thirty-hour week.
`,
  plans: `
update implicit | The Novak family is flying to Crete for the summer holidays. | The Novak family will spend the whole summer holidays at home.
none both-hold | Sana has a job interview on Tuesday morning. | Sana is meeting her landlord on Tuesday evening.
update explicit | The wedding of Giulia and Tom is planned for May. | Giulia and Tom postponed their wedding to September.
none other-subject | The brass band is going to Prague in June. | The youth orchestra plans a trip to Kraków in June.
update ended | Ibrahim Sow plans to open a second café. | Ibrahim Sow has given up the plan for a second café.
duplicate paraphrase | Midwife Klara Hein wants to retire next year. | Klara Hein intends to stop working as a midwife and retire next year.
update implicit | The parents' evening is on Wednesday at seven. | The parents' evening takes place on Thursday at seven.
none other-attribute | Dmitri and Vera will travel to Georgia by car. | Dmitri and Vera have booked a new hotel for the last night in Tbilisi.
none event | The Hughes family met the architect on Friday. | The Hughes family had the surveyor in on Monday.
update explicit | Ayesha Malik is going to study medicine in Leicester. | Ayesha Malik changed her mind and will study law instead.
update implicit | The flea market of the sports club will be outdoors on the car park. | The sports club is holding its flea market in the hall.
none both-hold | Author Lars Nyberg hands in his novel in March. | Lars Nyberg is giving a reading in Malmö in March.
duplicate paraphrase | The Acostas want to adopt a child. | Adopting a child is what the Acostas hope to do.
update explicit | The cooking course of chef Bao Tran is cancelled. | Chef Bao Tran's cooking course is on again and starts next week.
none other-subject | Roza's operation is on the 8th. | Her husband has his check-up on the 15th.
update ended | Fisherman Einar is going to sell his boat. | Einar has sold the boat.
update implicit | Uncle Desmond is arriving by train on Saturday. | Uncle Desmond's plane lands on Sunday afternoon.
none other-attribute | The class trip of 7b goes to the Harz. | Mr. Engel and Ms. Sauer are going along on the class trip of 7b.
none both-hold | The Morenos plan to paint the kitchen in autumn. | The Morenos want to have the roof insulated before winter.
none other-subject | Shanice has until Friday to send in her application. | Her friend Tobias got an extension and has until the end of the month.
update implicit | The shop of the Papadakis sisters stays open over Easter. | The Papadakis sisters' shop is shut for the Easter days.
none event | Violinist Tamás Fekete played in Graz on New Year's Eve. | Tamás Fekete gave a workshop in Linz in February.
update ended | The neighbours of Rose Court are preparing a street party for Saturday. | The street party in Rose Court was last Saturday and went well.
duplicate paraphrase | Jonas hopes to run the Berlin marathon next autumn. | Next autumn Jonas would like to take part in the marathon in Berlin.
none other-subject | The Rahman family is looking for a bigger flat. | The Steiner family wants to move somewhere smaller.
update implicit | Pharmacist Odile Renard will take the whole of August off. | Pharmacist Odile Renard works through August and takes October off.
none both-hold | The drama club will show Hamlet in the spring. | The drama club is planning a sketch evening for carnival.
update explicit | Coach Wanda wants to enter two teams in the cup. | Coach Wanda has dropped the second team and enters only one in the cup.
none other-attribute | Grandma Ilona's 80th birthday will be celebrated at the Linden inn. | Grandma Ilona doesn't want any presents for her 80th birthday.
duplicate paraphrase | Tenant Femke de Boer is moving out at the end of June. | Femke de Boer will leave her flat when June is over.
`,
  habits: `
update implicit | Naveen eats meat almost every day. | Naveen is a vegan.
none both-hold | Charlotte Weber likes hiking. | Charlotte Weber likes swimming in lakes.
update explicit | Bus driver Kwame drinks four coffees before noon. | Kwame has stopped drinking coffee.
none other-subject | Annika goes to bed at nine. | Annika's flatmate Birgit stays up until two.
update ended | The Murphy children are having swimming lessons on Saturdays. | The Murphy children's swimming course is over.
duplicate paraphrase | Joao never answers his phone during meals. | When Joao is eating, he doesn't pick up the phone.
update implicit | Old Mrs. Grant walks her dog before breakfast. | Mrs. Grant's only walk with the dog is after supper.
none other-attribute | The Takahashi family eats dinner at six. | The Takahashi family has a new dining table.
none event | Felix went bouldering with Hugo on Sunday. | Felix took Hugo to a concert on Wednesday.
update explicit | Judge Renata Lima plays tennis every week. | Judge Renata Lima no longer plays tennis; she does golf now.
update implicit | Samira prays at home and never goes to the mosque. | Samira goes to the mosque every Friday.
none both-hold | Pastor Gideon reads the newspaper in the morning. | Pastor Gideon listens to the radio news at noon.
duplicate paraphrase | The boys of the Eriksen family share a bath on Sundays. | On Sundays the Eriksen boys take their bath together.
update explicit | Vlad works out at the gym on his lunch break. | Vlad has switched his gym time to the early morning.
none other-subject | Hairdresser Tuuli likes jazz in the salon. | Her colleague Sini prefers it quiet in the salon.
update implicit | Caretaker Ahmed takes three sugars in his tea. | Ahmed drinks his tea without sugar.
none other-attribute | Lena Fischer rides dressage. | Lena Fischer's horse is called Merlin.
update ended | Cousin Patrick is fasting for Lent. | Patrick's fast is over.
none both-hold | The quilting group has cake at every meeting. | The quilting group starts each meeting with a song.
update implicit | Teenager Bilal does his homework right after school. | Bilal leaves all his homework until late at night.
update explicit | The Silvas do their big shop on Saturday. | The Silvas now have the big shop delivered on Tuesdays.
none event | Miriam baked a lemon cake for the school bazaar. | Miriam made soup for the neighbours when they were ill.
duplicate paraphrase | Accountant Gerd Pohl prefers letters to e-mail. | Gerd Pohl would rather get a letter than an e-mail.
update ended | Nanna is knitting a jumper for each grandchild. | Nanna has finished the jumpers for the grandchildren.
none both-hold | Marisol doesn't eat fish. | Marisol can't stand mushrooms.
update implicit | Ottilie cycles to the office in all weathers. | Ottilie always takes the tram to the office.
none other-subject | The Cohens keep kosher. | The Larssons next door eat everything.
none other-attribute | Goalkeeper Ivana wears number 1 in every match. | Goalkeeper Ivana has new gloves.
none other-subject | Mr. Banerjee lets his cat onto the kitchen table. | Mrs. Falk downstairs no longer lets her cat into the kitchen.
duplicate paraphrase | Singer Noor warms up her voice for twenty minutes before each show. | Before every performance Noor does twenty minutes of vocal warm-up.
`,
  versions: `
update implicit | Sister Agatha's phone is an iPhone 11. | Sister Agatha has an iPhone 15 as her phone.
none other-subject | The Yilmaz family has the basic plan for internet. | The Kruger family has the fibre plan with 500 megabits.
update explicit | The pupils of class 9 use the 2018 edition of the maths book. | Class 9 has switched to the 2024 edition of the maths book.
none both-hold | Photographer Astrid Moe saves her pictures as RAW. | Astrid Moe sends her clients JPEGs.
update ended | Bar owner Chidi is on the free trial month of Spotify. | Chidi's free month of Spotify is over.
duplicate paraphrase | The Lemaire family drives a Renault Clio from 2015. | The Lemaires' car is a 2015 Renault Clio.
update implicit | The school newsletter comes out only on paper. | Families get the school newsletter only as a PDF by mail.
none other-attribute | Librarian Hyun-woo's tablet is a Galaxy Tab S8. | Librarian Hyun-woo has a new cover for his tablet.
update explicit | The choir sings from the old hymnal. | The choir now sings from the new hymnal.
none event | Nils updated his mother's computer at Christmas. | Nils cleaned the keyboard of his mother's computer in spring.
update implicit | The Garcia household has the Netflix plan with ads. | The Garcia household is on the Netflix Premium plan.
none both-hold | Teacher Salma keeps her worksheets as Word files. | Teacher Salma keeps the class list in an Excel file.
duplicate paraphrase | Notary Ludovic Faure wants contracts in two languages, French and English. | Ludovic Faure asks for every contract in both English and French.
update explicit | The café of Marko and Tea is called Blue Spoon. | Marko and Tea renamed the café; it is the Copper Pot now.
none other-subject | Bashir's PlayStation is a 4. | His cousin Omar has a PlayStation 5.
update implicit | Office manager Delphine keeps her screen in light mode all day. | Delphine has her screen set to dark mode at all times.
none other-attribute | The Novotny shop runs its till on Windows 10. | The Novotny shop's till is next to the door.
update ended | Student Ayo has a discounted youth contract with the phone company. | Ayo's youth contract with the phone company has run out.
none both-hold | The amateur radio club owns a Yaesu FT-991. | The amateur radio club bought an Icom IC-7300 for the second room.
none both-hold | Seo-yeon Park publishes under her maiden name. | Seo-yeon's friends call her Sunny.
update implicit | The dance group performs the show in its long version of two hours. | The dance group's show is a single act of fifty minutes.
none event | Bookkeeper Hedda installed an update on Tuesday evening. | Bookkeeper Hedda printed the yearly report on Wednesday.
duplicate paraphrase | Dr. Moyo's practice has its phones set to silent between one and two. | Between one and two the phones at Dr. Moyo's practice are on mute.
update ended | The drivers of Tamborine Taxis have to use the beta of the booking app. | The beta of the booking app at Tamborine Taxis is closed.
none other-subject | Ulrich's camper is a VW T4. | His neighbour's camper is a Fiat Ducato.
update implicit | Organist Pia Lund's licence for Sibelius is for version 7. | Organist Pia Lund works with Sibelius 2023 and has no other version.
none other-attribute | The Mahlangu family has the gold plan of their health insurance. | The Mahlangu family has a new adviser at the health insurance.
none both-hold | Editor Siobhan reads drafts in Google Docs. | Editor Siobhan gets the final proofs as PDF.
update explicit | Little Theo's bike is a 16-inch one. | Theo has outgrown the 16-inch bike and now rides a 20-inch.
duplicate paraphrase | The heating at the Wagners' is set to 19 degrees at night. | At night the Wagners keep the heating on 19.
`,
};
