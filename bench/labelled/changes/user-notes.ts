import type { PairLines } from './pair-lines';

/** Plain notes of an assistant about its user, in the third person and in the first. */
export const USER_NOTES: PairLines = {
  tools: `
update implicit | User edits code in Sublime Text, nothing else. | The only editor User works with is Zed.
none both-hold | User writes code in PyCharm. | User draws diagrams in Excalidraw.
update explicit | I take my meeting notes in Evernote. | I moved all my notes from Evernote to Obsidian last weekend.
duplicate paraphrase | My laptop is a ThinkPad X1. | User has a ThinkPad X1 as their laptop.
none other-attribute | User's printer at home is a Brother laser printer. | The Brother printer stands in the hallway cupboard.
update implicit | My phone is a Pixel 6. | User's phone is a Fairphone 5.
update ended | User pays for a Spotify subscription. | User cancelled Spotify and listens to nothing paid.
none other-subject | I use Firefox as my browser. | My father uses Chrome as his browser.
none event | User's washing machine is a Miele. | User washed the curtains on Saturday.
update explicit | The user's coffee machine is broken. | The coffee machine is repaired and works again.
update implicit | We heat the house with gas. | Our house is heated by a heat pump.
none both-hold | My camera is a Fuji X-T3. | I also have an old Leica that I take on trips.
duplicate paraphrase | User keeps all passwords in Bitwarden. | Bitwarden is where User stores all their passwords.
update implicit | The team's chat tool is Slack. | User's team does all its chatting in Microsoft Teams.
none other-attribute | I ride a blue Gazelle bike to the station. | I have a new lock for the bike.
update explicit | User drives a diesel Skoda Octavia. | User sold the Skoda and now drives an electric Kia.
none other-subject | User's tablet is an iPad Mini. | User's daughter Ilse has a Samsung tablet.
none event | I use a Garmin watch for my runs. | My Garmin was in for a battery change in May and came back fine.
update ended | I rent a storage box in Harlem Street for my tools. | The rental of the storage box is over, I gave the key back.
duplicate paraphrase | We use a shared Google calendar for the family. | The family shares one calendar on Google.
update implicit | User's backups go to an external disk in the desk drawer, the only copy. | User's only backup is in Backblaze.
none both-hold | User uses Figma for the design work. | User uses Jira for the tickets.
update implicit | I have no dishwasher. | My dishwasher is a Bosch.
none other-subject | The user's office has a HP printer on the second floor. | The printer on the fourth floor is a Canon.
update explicit | I use Dropbox for sharing files with clients. | I no longer use Dropbox; clients get a Nextcloud link.
none other-attribute | User's desk is a standing desk from Ikea. | User has a new chair at the desk.
none event | User tracks expenses in a spreadsheet. | User attended a webinar about bookkeeping software.
update implicit | User's default shell is bash. | The default shell on User's machine is fish.
none both-hold | I own a cordless drill from Makita. | I bought a jigsaw for the garden shed.
duplicate paraphrase | My hearing aids are made by Phonak. | I wear Phonak hearing aids.
`,
  projects: `
update implicit | The Heron project at User's company is led by Bettina Kraus. | Project lead of Heron is Tomasz Wilk.
none both-hold | User works on the billing rewrite. | User is helping with the onboarding project as well.
update explicit | I am treasurer of the allotment club. | I handed the treasurer job of the allotment club over to Mrs. Okonkwo.
none other-subject | The Tern app is written in Kotlin. | The Lapwing app is written in Swift.
duplicate paraphrase | In User's team every pull request needs two reviews. | Pull requests in User's team have to be reviewed by two people.
update implicit | Our school play is going to be The Wizard of Oz. | The piece we are doing for the school play is Oliver Twist.
none other-attribute | User's shop sells handmade soap. | User's shop has a new sign above the door.
update ended | The migration of the user's clinic to the new patient system is in progress. | The migration to the new patient system at the clinic is finished.
none event | The choir project is funded by the city of Gent. | The choir gave a concert in the town hall in March.
update implicit | I have to get every expense approved by Henrik. | Expenses under 200 euros need no approval at all.
update explicit | We decided to build the search on Elasticsearch. | We changed the decision: search is built on Postgres full text.
none both-hold | My book club is reading a novel by Ferrante. | My film club is showing French films this season.
duplicate paraphrase | The kindergarten project is still waiting for the building permit. | There is no building permit for the kindergarten project yet.
update implicit | User's thesis topic is wind turbines. | User's thesis is about battery recycling.
none other-subject | User is the owner of the payments service. | Yusuf is the owner of the notification service.
update explicit | The Marula project is on hold because of the budget. | The Marula project is back on, the budget was approved.
none other-attribute | Project Kestrel is owned by the Lisbon team. | Project Kestrel has a budget of 90,000 euros.
update implicit | The code of our weather station project is closed. | Our weather station code is open source under the MIT license.
none event | I run the repair café on the first Saturday of the month. | At the last repair café we fixed eleven toasters.
update ended | User is renovating the bathroom. | The bathroom renovation is done, User is happy with the tiles.
update implicit | The customer for the user's dashboard project is Bellworth Foods. | The dashboard project is being made for Nordhav Shipping.
none both-hold | In our clinic, new patients must fill in a form. | Patients of our clinic must cancel one day ahead.
duplicate paraphrase | User's startup Quillo is looking for a designer. | Quillo, my startup, wants to hire a designer.
none other-subject | My garden project is almost finished. | My neighbour's garden project has only just begun.
duplicate paraphrase | I decided to write the family history in German. | The family history will be in German, that is my decision.
update implicit | Deploys at User's company happen on Thursdays only. | User's company deploys every working day.
none other-attribute | We are building a tree house for the boys. | The tree house has a new ladder made of ash.
none event | The user is a volunteer at the animal shelter Pfote. | The shelter Pfote had a visit from the mayor on Monday.
update explicit | Dogs are allowed in our yoga studio. | Since last week dogs are no longer allowed in the yoga studio.
none both-hold | User mentors Adaeze in the apprenticeship program. | User is mentoring Luca in the apprenticeship program.
`,
  people: `
update implicit | User works as a nurse at St. Bride hospital. | User's job is teaching at a nursing school.
none other-subject | User's brother Anton is a baker. | User's cousin Mirela is a plumber.
update explicit | I am single. | I got together with Jonas in spring and we are a couple now.
duplicate paraphrase | The user's sister Freja is a vet. | User has a sister called Freja who works as a veterinarian.
none both-hold | I have a cat named Pixel. | We have a dog named Bruno.
update implicit | My boss is Graham Tully. | User reports to Siobhan Keane.
update ended | User's mother is in hospital with pneumonia. | User's mother has been discharged and is well.
none event | User's son Mateo plays the cello. | Mateo had his tenth birthday party at the pool.
update implicit | User's dentist is Dr. Lindqvist. | User goes to Dr. Farahani for the teeth.
none other-attribute | My neighbour Olga is a retired judge. | Olga has a new hip.
update explicit | The user's daughter Nele studies law in Kiel. | Nele dropped law and is now training as a carpenter.
none both-hold | User is allergic to peanuts. | User is allergic to cat hair.
none both-hold | I take a painkiller for my back when it is bad. | I go to a physiotherapist for my back.
none other-subject | Our accountant is pregnant. | Our receptionist Jill is pregnant too.
duplicate paraphrase | My wife's name is Thandiwe. | I am married to Thandiwe.
update explicit | User's friend Ravi is unemployed. | Ravi found a job at a solar company in Pune.
none event | I work for Castell Insurance. | I gave a talk at Castell about claims on Wednesday.
update implicit | Our babysitter is Lotte. | The person who babysits for us is Imani.
none other-attribute | User's husband Marek is a train driver. | Marek grew up in Gdansk.
update ended | User has a broken wrist in a cast. | The cast is off and the wrist is healed.
update implicit | The user's parents are married and live together. | User's parents are divorced.
none both-hold | User speaks Portuguese with the grandmother. | User speaks English at work.
duplicate paraphrase | I take blood pressure tablets every morning. | Each morning User takes tablets for blood pressure.
none other-subject | My uncle Pietro lost his job at the port. | My aunt Carla works at the post office.
update explicit | I have two rabbits. | One of the rabbits died, so I only have one now.
none event | User's best friend is Soo-jin. | User and Soo-jin went to a concert together in June.
update implicit | User is a junior developer at Tallgrass. | User's position at Tallgrass is senior developer.
none other-attribute | Our landlady is Mrs. Petrov. | Mrs. Petrov has a new dog.
update implicit | The emergency contact of the user is their brother Emil. | In an emergency, User's contact to call is Hanne, the wife.
duplicate paraphrase | User has no children. | User does not have any kids.
`,
  places: `
update implicit | I live in Bristol. | User lives in Cardiff.
none both-hold | User has a flat in Vienna. | User has a small summer house on Lake Balaton.
update explicit | The user's office is in the Marsh Building. | User's office moved to the old post office on Dean Street.
none other-subject | My sister lives in Toronto. | My best friend from school lives in Montreal.
duplicate paraphrase | The spare key is under the flower pot. | You find our spare key beneath the flower pot.
none other-attribute | We live on the third floor. | Our flat has a new kitchen.
update implicit | The user's website is hosted at Hetzner. | The host of User's website is OVH.
update ended | User's car is parked in the garage of a friend in Leeds. | The car is no longer at the friend's garage in Leeds, User picked it up.
none event | User's parents live in Oporto. | User visited Oporto over Easter.
update implicit | My passport is in the desk drawer. | My passport is in the safe in the bedroom.
none both-hold | Our running group meets at the north gate of the park. | Our chess group meets in Café Mirabel.
update explicit | I keep my bike in the cellar. | The bike is no longer in the cellar, I keep it in the yard now.
none other-subject | User's company has its head office in Zurich. | The company of User's wife has its head office in Basel.
update implicit | User's daughter goes to school at Elmhurst Primary. | The school of User's daughter is Greenbank Primary.
duplicate paraphrase | User was born in Cluj. | Cluj is the city User was born in.
none other-attribute | The user's workshop is behind the house. | The workshop has no heating.
update explicit | The weekly team lunch is at the Thai place on the corner. | The weekly team lunch has been moved to the canteen.
none event | My horse is kept at a stable near Aarhus. | The vet came to the stable on Tuesday to look at my horse.
update implicit | The Christmas boxes are in the attic. | We have the Christmas boxes in the shed.
none both-hold | There is a first aid kit in the car. | User has a first aid kit in the kitchen too.
update ended | I am staying at a hotel in Osaka. | I checked out of the hotel and am home again.
none other-subject | The staging server runs in Frankfurt. | The production server runs in Dublin.
update implicit | User's desk is by the window. | User sits at the desk next to the lift.
none event | I work from the library most days. | The library held a book sale on Sunday.
duplicate paraphrase | My grandmother lives in a care home in Tartu. | User's grandmother is living at a care home in Tartu.
update explicit | User's brother Kofi lives in Accra. | Kofi has moved to Kumasi with his family.
none other-attribute | User's gym is across from the station. | User's gym closes at ten in the evening.
update implicit | We get our vegetables from the market in Rue Basse and nowhere else. | All of our vegetables come from the farm shop in Villers.
none both-hold | I have a doctor in the village. | I have an eye doctor in the city.
duplicate paraphrase | The contract papers are with the lawyer. | The lawyer has the papers of the contract.
`,
  numbers: `
update implicit | My rent is 940 euros a month. | User pays 1,010 euros rent a month.
none other-subject | User's son is 14 years old. | User's niece is 9 years old.
update explicit | User weighs 92 kilos. | User has lost weight and is down to 85 kilos now.
none both-hold | I earn about 300 pounds a month with tutoring. | I get 1,900 pounds a month from my main job.
duplicate paraphrase | User's shoe size is 43. | User wears size 43 shoes.
none other-attribute | The user's house is 120 square meters. | The house was built in 1962.
update implicit | Our meeting with the Lagos team starts at 9:30. | The meeting with the Lagos team is at 11 o'clock.
update ended | User owes Dario 250 euros. | User paid Dario back, nothing is owed.
none event | User's electricity costs 80 euros a month. | User got a letter from the electricity company with a survey.
update implicit | The speed limit in our street is 50. | In our street the limit is 30 km/h.
update explicit | The upload limit of User's file service is 20 MB. | The upload limit was raised to 100 MB.
none other-subject | My gym costs 29 euros a month. | My swimming pool card costs 15 euros a month.
duplicate paraphrase | My alarm rings at 6:15. | I have the alarm set for a quarter past six.
update implicit | There are six people in User's team. | User's team has nine members.
none both-hold | I have 22 days of holiday a year. | On top I get 5 days a year for training.
none other-attribute | User's car has 140,000 km on it. | User's car has new winter tires.
update explicit | We sell the honey at 7 euros a jar. | We put the price up, honey is now 8.50 a jar.
none event | I ran a half marathon in 1:52 in Cologne in April. | I ran the half marathon in Seville in 1:58 in October.
update implicit | The interest rate on the user's mortgage is 1.8 percent. | User's mortgage has a rate of 3.4 percent.
none other-subject | The budget of the marketing team is 40,000 dollars. | The budget of User's support team is 25,000 dollars.
update implicit | The deductible of my car insurance is 500 euros. | My car insurance has a deductible of 300.
duplicate paraphrase | User's dose of vitamin D is 1000 units a day. | The user takes a thousand units of vitamin D daily.
none both-hold | User's bus leaves at 7:40. | User's train leaves at 8:05.
update explicit | User's hourly rate is 75 dollars. | From this month User charges 90 dollars an hour, no longer 75.
none other-attribute | The class I teach has 24 children. | The class has a new room on the ground floor.
none event | My savings account has 12,000 francs in it. | I spoke to the bank about the fees last Friday.
update implicit | The pharmacy of User's mother opens at 8. | Opening time of User's mother's pharmacy is 9 in the morning.
update ended | I have a limit of two hours of screen time a day. | I dropped the screen time limit altogether.
none both-hold | User's dining table is 2 meters long. | The dining table is 90 cm wide.
duplicate paraphrase | Our shop has 3 employees. | Three people are employed in User's shop.
`,
  plans: `
update implicit | User is flying to Lisbon on 3 May. | User's flight to Lisbon is on 10 May.
none both-hold | I have a meeting with the bank on Tuesday morning. | I have a dentist appointment on Tuesday afternoon.
update explicit | The user's wedding is planned for June. | The wedding has been postponed to September.
duplicate paraphrase | We are going to Crete in the summer. | Our summer trip goes to Crete.
none other-subject | User plans to retire at 63. | User's husband plans to work until 67.
update ended | I am going to run the Hamburg marathon. | I called off the Hamburg marathon because of my knee.
update implicit | The release of the user's app is set for Monday. | User's app will be released on Thursday.
none other-attribute | User is going to a conference in Turin in November. | The conference in Turin costs 400 euros to attend.
none event | I plan to paint the bedroom in July. | I painted the fence last week.
update explicit | User wants to buy a house in the country. | User no longer wants to buy a house in the country and will stay in the city.
none both-hold | User wants to learn Spanish this year. | User wants to learn to swim this year.
update implicit | Grandpa's birthday dinner will be at our home. | We celebrate Grandpa's birthday dinner at the restaurant Zum Anker.
none other-subject | My deadline for the grant proposal is 15 March. | Chiara's deadline for her grant proposal is 2 April.
duplicate paraphrase | User intends to quit the job at Morrow Labs in the autumn. | In autumn User is going to resign from Morrow Labs.
update explicit | The parents' evening is on Wednesday. | The parents' evening was moved to Friday.
none event | User is moving house at the end of August. | User helped a colleague move house on Sunday.
update implicit | I am driving to the wedding in Graz. | I'm taking the train to the wedding in Graz.
none other-attribute | The user has an appointment with Dr. Amari on 12 June. | The practice of Dr. Amari has a new phone number.
update ended | User has to hand in the tax return by the end of the month. | The tax return is handed in.
update implicit | We will name the baby Clara. | The name we will give the baby is Johanna.
none both-hold | I am visiting my aunt in Nairobi in December. | I am going skiing with friends in February.
duplicate paraphrase | User's interview with Fjordtek is at 2 pm on Monday. | I have my interview at Fjordtek on Monday at two in the afternoon.
none other-subject | User's team has its planning meeting on the 4th. | The design team has its planning meeting on the 6th.
duplicate paraphrase | I have a call with Rahel tomorrow at four. | Tomorrow at 4 pm Rahel and I have a call.
update implicit | The user will do the master's degree in Delft. | User is going to do the master's in Leuven.
none event | We plan to get a puppy in spring. | We looked after the neighbours' puppy on the weekend.
update implicit | I'm taking three weeks off in August. | I'm taking just one week off in August.
none other-attribute | User is organising a street party on 21 June. | There will be a band from Mali at the street party.
update explicit | User's knee operation was cancelled. | The knee operation is back on, User goes in on 8 October.
none both-hold | The user needs to renew the passport before July. | The user needs to renew the driving licence before September.
`,
  habits: `
update implicit | I drink my coffee with milk and sugar. | User drinks coffee black.
none both-hold | User likes jazz. | User likes Brazilian music.
update explicit | User is vegetarian. | User has started eating meat again.
none other-subject | My wife does yoga on Mondays. | My flatmate does judo on Mondays.
duplicate paraphrase | User goes for a run every morning before breakfast. | Before breakfast, User always goes running.
update implicit | My team in football is Ajax, the only club I support. | The one football club User supports is Feyenoord.
update ended | I smoke about ten cigarettes a day. | I quit smoking.
none event | User cooks at home most evenings. | User ate at a Georgian restaurant on Saturday.
update implicit | User goes to bed at ten. | User's bedtime is midnight.
none other-attribute | I swim twice a week. | I have a new swimming coach.
none both-hold | User reads crime novels. | The user reads the local paper at breakfast.
update explicit | The user takes the bus to work. | User now cycles to work instead of taking the bus.
duplicate paraphrase | I can't stand olives. | User hates olives.
update implicit | User wants answers short, in bullet points. | User wants long answers in full sentences, no bullet points.
none other-subject | User eats no gluten. | User's son Jakub eats no dairy.
none event | We go to the sauna on Fridays. | The sauna was closed last Friday for cleaning.
update explicit | I play tennis with Dragan on Thursdays. | Dragan and I switched from Thursdays to Sundays for our tennis.
none both-hold | I play the piano. | User sings in a church choir.
duplicate paraphrase | User's favourite color is green. | Green is the color I like best.
none other-attribute | User's favourite restaurant is Taverna Lykos. | Taverna Lykos has a new cook.
update ended | User is on a low-salt diet. | The low-salt diet is over, says the user's doctor.
duplicate paraphrase | We do the weekly shopping on Saturday morning. | Saturday morning is when we do our shopping for the week.
none both-hold | User goes climbing on Tuesdays. | User plays badminton on Wednesdays.
update implicit | I work from home all five days. | I am in the office every day of the week.
update explicit | The user does not drink alcohol. | User drinks a glass of wine on weekends now.
none other-subject | My dog gets fed twice a day. | My cat gets fed three times a day.
update implicit | On planes User always takes a window seat. | User always books an aisle seat when flying.
none event | I meditate for ten minutes every evening. | I read an article about meditation yesterday.
update implicit | User likes to be called Alexander, not Alex. | User wants to be called Alex.
none other-attribute | User goes to a pottery class on Mondays. | The pottery class is taught by a woman from Kyoto.
`,
  versions: `
update implicit | User's laptop runs Ubuntu 22.04. | The system on User's laptop is Ubuntu 24.04.
none other-subject | The user's main project uses Python 3.11. | The old reporting tool uses Python 3.8.
update explicit | I have the free plan of Notion. | I upgraded to the Plus plan of Notion.
duplicate paraphrase | User's thesis is written in LaTeX. | User writes the thesis with LaTeX.
none both-hold | The invoices go out as PDF. | The monthly report goes out as an Excel file.
update implicit | Our website is in French only. | Our website is in French and English.
none other-attribute | My mobile contract is Easy M from Telvia. | The contract with Telvia runs for 24 months.
update ended | User is on the beta version of the banking app. | User left the beta program of the banking app.
none event | User's phone has Android 14. | User's phone fell in the sink last night but still works.
update implicit | The theme in the user's editor is dark. | User's editor has a light theme.
update explicit | The user's company is called Brightfen. | Brightfen was renamed and is now called Fenwick Energy.
none both-hold | User has the 2019 edition of the cookbook. | User has the 2023 edition of the travel guide.
duplicate paraphrase | Dates in our files are in the format YYYY-MM-DD. | We write dates in our files as year-month-day, like 2024-05-31.
update implicit | The database in User's project is Postgres 13. | User's project runs on Postgres 16.
none other-subject | My TV is set to German. | My car's navigation is set to Italian.
update explicit | I have notifications turned on for email. | Email notifications are switched off now.
none other-attribute | User drives a Volvo V60 from 2017. | User's Volvo has a new radio.
update implicit | The user's health insurance is the Basic plan. | User's health insurance plan is Comfort.
none event | We use version 4 of the booking software. | The booking software was down for an hour on Tuesday.
update implicit | The photos are stored as JPEG only. | All my photos are saved in RAW, none as JPEG.
none both-hold | User has an Economist subscription, digital only. | User has the printed edition of the local paper.
update explicit | User's work is blocked because the build needs Node 16. | The build was moved to Node 20 and User's work is no longer blocked.
none other-subject | User's test server is on Debian 11. | The mail server is on Debian 12.
duplicate paraphrase | The heating is set to 20 degrees at night. | At night our heating is at 20 degrees.
update ended | I have a trial version of the video editor Cutlane. | The trial of Cutlane has run out.
none other-attribute | User's keyboard has a Swiss layout. | The keyboard is wireless.
update implicit | My bike is a medium frame, the Trekker 3. | User's bike is a Trekker 5.
none event | The user's router is a Fritzbox 7590. | The internet provider sent a technician to check the line.
duplicate paraphrase | User's gym contract is the monthly one. | At the gym User has the contract that runs by the month.
none both-hold | The handbook of our club is at version 2.1. | The price list of our club is at version 3.0.
`,
};
