import type { PairLines } from './pair-lines';

/** Plain notes of a personal assistant. Only measured; not read by who works on the judge. */
export const HELD_OUT_HOME: PairLines = {
  tools: `
update implicit | User's phone is a Samsung Galaxy S21. | I use a Pixel 8 as my only phone.
update implicit | Ingrid takes her notes in a paper notebook and never on a screen. | Ingrid takes all her notes on an iPad.
update implicit | The user has no dishwasher at home. | The user's dishwasher is a small Bosch under the kitchen window.
update implicit | I only have one laptop, an old ThinkPad. | My only laptop is a MacBook Air.
update implicit | User's father hears badly but doesn't own a hearing aid. | User's father wears hearing aids in both ears.
update implicit | The vacuum cleaner is broken. | The vacuum cleaner works fine.
update implicit | Our main browser at the office is Firefox. | At the office everybody's main browser is Edge.
update explicit | The user reads ebooks on a Kobo. | User gave away the Kobo and now reads ebooks on her phone.
update explicit | I keep my passwords in LastPass. | I moved all my passwords to Bitwarden.
update explicit | User's bike is at the repair shop because of the gears. | The bike is back from the repair shop.
update explicit | Tomasz heats his flat with a gas stove. | Tomasz had the gas stove taken out and heats with a heat pump now.
update ended | User pays for Spotify Premium. | User cancelled the Spotify subscription.
update ended | I have a sewing machine in the spare room that I hardly use. | I sold the sewing machine on Saturday.
none both-hold | User bakes bread in a cast iron pot. | User has a bread machine for weekdays.
none both-hold | I use Google Calendar for appointments. | For my running log I use Strava.
none both-hold | The user owns an electric drill. | The user also owns a cordless screwdriver.
none both-hold | Anneke's camera is a Canon. | Anneke bought a second lens for the Canon, a 50 mm.
none other-subject | User's printer is a Brother laser. | User's sister has an Epson ink printer.
none other-subject | Mom's tablet has a cracked screen. | Dad's tablet got a new screen last week.
none other-subject | My alarm clock is a simple Braun. | Babatunde wakes up with a light alarm from Philips.
none other-attribute | The coffee machine is a DeLonghi. | The coffee machine has a new place next to the fridge.
none other-attribute | User has a robot mower called Fred. | The robot mower now starts at ten in the morning.
none other-attribute | I write my blog in WordPress. | My blog has about forty readers.
none event | User dropped her phone in the kitchen on Monday. | User left her phone in a taxi on Friday.
none event | The user uses a Garmin watch for running. | The Garmin watch ran out of battery during the race on Sunday.
none event | I cleaned the oven before Christmas. | I cleaned the windows in March.
duplicate paraphrase | User wears glasses only for reading. | The only time the user wears glasses is when reading.
duplicate paraphrase | I do my budget in an Excel sheet. | My budget is kept in a spreadsheet in Excel.
duplicate paraphrase | The family shares one Netflix account. | There is a single Netflix account for the whole family.
duplicate paraphrase | Grandma doesn't own a smartphone. | User's grandmother has no smartphone.
`,
  projects: `
update implicit | Leila is in charge of the school garden. | The school garden is run by Mr. Okafor.
update implicit | User's book has no publisher yet. | User's book is with Halvorsen Press.
update implicit | The bathroom renovation hasn't started. | The bathroom is half done, the tiles are on the walls.
update implicit | The choir rehearses without a conductor. | Milena Draganova conducts the choir.
update implicit | At the chess club only adults can join. | Children from the age of eight can join the chess club.
update implicit | I'm working alone on the podcast. | Joaquín and I make the podcast together.
update implicit | The neighbourhood association is undecided about the new playground. | The neighbourhood association is against the new playground.
update explicit | User leads the Lotus project at work. | User handed the Lotus project over to Priyanka.
update explicit | The team at Corvane reports to the user every day. | The Corvane team stopped daily reports and sends one a week.
update explicit | The kitchen extension is on hold for lack of a permit. | The permit came and the builders are back at work on the kitchen extension.
update explicit | I am treasurer of the sailing club. | I'm now president of the sailing club and Femke took over the money.
update ended | User is writing a master's thesis on soil bacteria. | User handed in the thesis and passed.
update ended | Rashid and the user are setting up an online shop for honey. | The honey shop idea is dead, they gave it up.
none both-hold | User is building a website for the Petrosyan bakery. | User is also making a logo for a dentist in Graz.
none both-hold | The food bank needs volunteers on Saturdays. | The food bank needs a second van.
none both-hold | I help with the costumes at the amateur theatre. | I sell tickets at the amateur theatre on opening nights.
none both-hold | Parents at the Birkenhof school must sign the trip form. | Parents at the Birkenhof school pay for the lunch in advance.
none other-subject | The user's team decided to hire two testers. | The design team decided to hire nobody this year.
none other-subject | Agnieszka owns the Marlow report. | Diego owns the Tannhill report.
none other-subject | My pottery course is full. | The Tuesday painting course has free places.
none other-attribute | The community choir sings mostly gospel. | The community choir has a new website.
none other-attribute | User is restoring an old wooden boat. | The wooden boat got a new name, Saltmaid.
none other-attribute | The clinic in Pokhara is run by Dr. Thapa. | The clinic in Pokhara no longer takes cards.
none event | The user gave a talk about the water project in May. | The user wrote an article about the water project in August.
none event | Our book club is reading a novel about Iceland. | Two members missed the last book club evening.
none event | I sent the grant application to the Vesterholt fund. | I called the city about a grant in the morning.
duplicate paraphrase | User's side project is an app for birdwatchers. | The user is making a birdwatching app on the side.
duplicate paraphrase | Nobody may bring dogs to the allotment. | Dogs are not allowed at the allotment.
duplicate paraphrase | The street party is organised by Hanneke and me. | Hanneke and I organise the street party.
duplicate paraphrase | The family tree project stops at 1850 because earlier records burned. | They can't go back further than 1850 with the family tree since the older records were lost in a fire.
`,
  people: `
update implicit | User is single. | User's girlfriend is called Marisol.
update implicit | User's brother Emeka works as a waiter. | Emeka, the user's brother, is a full-time bus driver.
update implicit | My boss is Ulrike Brandt. | I report to Stefan Oyelaran.
update implicit | User's cousin Noor is pregnant with her first child. | Noor has a baby boy called Sami.
update implicit | The user's knee hurts on every staircase. | The user's knee is free of pain.
update implicit | Uncle Giorgos is still working at the shipyard. | Uncle Giorgos is retired.
update implicit | My family doctor is Dr. Lindqvist. | Dr. Amari is my family doctor.
update explicit | Katarzyna is married to Piotr. | Katarzyna and Piotr got divorced in spring.
update explicit | User's daughter is in the second year of nursing school. | User's daughter dropped out of nursing school and now studies law.
update explicit | I'm not talking to my sister since the fight. | My sister and I made up and we talk again.
update explicit | User has been off sick with a bad back. | User is back at work, the back is better.
update ended | The user has an old cat called Biscuit. | Biscuit died last night.
update ended | My mother is in hospital with pneumonia. | Mom was discharged from hospital today.
none both-hold | User's son Theo plays the trumpet. | Theo also sings in the school choir.
none both-hold | I have a brother in Canada. | I have a sister who teaches maths.
none both-hold | User is allergic to penicillin. | User is allergic to cats.
none both-hold | Yusuf is the user's oldest friend. | Yusuf is the godfather of the user's son.
none other-subject | User's wife is a vet. | User's sister-in-law is a pharmacist.
none other-subject | My neighbour Mrs. Bakker has diabetes. | My aunt has no diabetes any more since she lost weight.
none other-subject | The dog's vet is Dr. Salgado. | The horse is looked after by Dr. Finch.
none other-attribute | User's boss is Mireille. | Mireille has a new office on the third floor.
none other-attribute | Jonas is a firefighter. | Jonas stopped smoking.
none other-attribute | User's contact at the bank is Ms. Wójcik. | Ms. Wójcik is on holiday until Monday.
none event | User's father had a cataract operation in June. | User's father fell off a ladder in September.
none event | My best friend is Chiara. | I had lunch with Chiara on Wednesday.
none event | The user's grandmother turned ninety and there was a big party. | The user's nephew had his baptism in April.
duplicate paraphrase | The user has two children, a boy and a girl. | User is a parent of one son and one daughter.
duplicate paraphrase | My husband is afraid of flying. | Flying scares my husband.
duplicate paraphrase | User's mother-in-law is a widow. | The user's father-in-law is dead and his wife is alive.
duplicate paraphrase | Soo-jin is the one to call about the heating. | For heating problems, call Soo-jin.
`,
  places: `
update implicit | User lives in Rotterdam. | User's home is a flat in Utrecht.
update implicit | The spare key is under the flower pot. | The spare key is with Mrs. Nakamura next door.
update implicit | I work from the office every day. | I work from home all week.
update implicit | User's parents live together in a house in Leiria. | User's parents live in a care home near Porto.
update implicit | The book club meets at Delphine's place. | The book club's meetings are held in the town library.
update implicit | My car is always parked on the street. | My car is kept in a rented garage.
update implicit | User's passport is lost somewhere in the house. | The user's passport is in the top drawer of the desk.
update explicit | User's son lives at home. | User's son moved out and shares a flat in Leeds.
update explicit | The winter clothes are in the attic. | I brought the winter clothes down from the attic to the bedroom.
update explicit | Oluwaseun is on a work assignment in Dubai. | Oluwaseun is back in Lagos.
update explicit | User goes to the gym on Mill Street. | The user switched to a gym near the station.
update ended | I rent a storage unit in Eindhoven. | I gave up the storage unit.
update ended | The user's family owns a cabin by the lake. | The cabin by the lake was sold.
none both-hold | User lives in Bergen. | User was born in Tromsø.
none both-hold | The family photos are on an external disk in the safe. | A second copy of the family photos is at Aunt Rosalba's.
none both-hold | I have a flat in Warsaw. | I have a small holiday house in the mountains.
none both-hold | The first aid box is in the bathroom. | There is also a first aid box in the car.
none other-subject | User's sister lives in Montreal. | User's brother moved to Vancouver.
none other-subject | My dentist has her practice on Castle Square. | My eye doctor is on River Road.
none other-subject | The tennis group plays in the park. | The volleyball group plays in the sports hall.
none other-attribute | User lives on the fourth floor. | The user's building has a new lift.
none other-attribute | The kids' school is across the river. | The kids' school now starts half an hour later.
none other-attribute | I keep bees behind my uncle's barn. | The bees gave very little honey this summer.
none event | User visited Lisbon in February. | User went to Naples in October.
none event | Mehmet lives in Izmir. | Mehmet spent a weekend in Ankara with friends.
none event | We had dinner at the Golden Crane on Friday. | On Sunday we ate at a pizza place by the harbour.
duplicate paraphrase | User's office is five minutes on foot from home. | The user lives a five-minute walk from the office.
duplicate paraphrase | The toolbox stands in the cellar. | You find the toolbox in the basement.
duplicate paraphrase | Grandfather is buried in Kaunas. | Grandfather's grave is in Kaunas.
duplicate paraphrase | I always sit at the window on trains. | On trains my seat is always by the window.
`,
  numbers: `
update implicit | User's rent is 850 euros a month. | The user pays 920 euros rent every month.
update implicit | My daughter is six years old. | My daughter is seven.
update implicit | User weighs 91 kilos. | The user's weight is 84 kg.
update implicit | The user's shift begins at 7 in the morning. | User's shift begins at 2 in the afternoon.
update implicit | There are four people in our band. | Our band is a trio.
update implicit | User takes 50 mg of sertraline a day. | User's daily dose of sertraline is 100 mg.
update implicit | The piano lesson costs 30 dollars. | Each piano lesson is 35 dollars.
update explicit | User owes Henrik 200 kroner. | User paid Henrik the 200 kroner back.
update explicit | I have 25 days of holiday a year. | My holiday went up to 28 days a year.
update explicit | The appointment at the skin doctor is on 14 May. | The skin doctor moved the appointment to 2 June.
update explicit | The user works 40 hours a week. | User cut her hours to 32 a week.
update ended | User gets 300 pounds a month in housing support. | The housing support has ended and nothing more is paid.
update ended | I have three instalments left to pay on the sofa. | The sofa is fully paid.
none both-hold | User's wedding anniversary is on 9 July. | User's birthday is on 30 July.
none both-hold | The flat has 72 square metres. | The flat has three rooms.
none both-hold | The bus to town goes at 8:10. | There is another bus to town at 8:40.
none both-hold | I pay 12 euros a month for the phone. | I pay 40 euros a month for the internet.
none other-subject | Valentina's shoe size is 38. | Valentina's husband takes size 44.
none other-subject | User's mother is 71. | User's father turned 75 last week.
none other-subject | The blue bike cost 400 dollars. | The kid's bike cost 150 dollars.
none other-attribute | The user's car has 120,000 km on it. | The user's car got new tyres for 480 euros.
none other-attribute | User's blood pressure is 130 over 85. | User's cholesterol has gone down to 190.
none other-attribute | Twelve children are in Kofi's swimming group. | Kofi's swimming group now meets at five o'clock.
none event | I ran 10 km on Tuesday in 58 minutes. | I ran 5 km on Thursday in 27 minutes.
none event | User spent 60 euros on groceries last Saturday. | User spent 85 euros on a birthday present for Ilse.
none event | User earns 2,900 a month. | User got 150 for an old bookshelf at the flea market.
duplicate paraphrase | The garage door code is 4471. | 4471 opens the garage door.
duplicate paraphrase | User goes to bed at half past ten. | The user's bedtime is 10:30 pm.
duplicate paraphrase | My grandmother had eleven brothers and sisters. | There were twelve children in my grandmother's family, counting her.
duplicate paraphrase | The maximum the user wants to spend on a sofa is 1,000 euros. | User's limit for a new sofa is one thousand euros.
`,
  plans: `
update implicit | User wants to spend the summer holiday in Greece. | The family's summer holiday will be at home this year, no travel.
update implicit | Dinner with the Kowalskis is on Friday. | Dinner with the Kowalskis takes place on Saturday.
update implicit | I haven't decided if I will go to the reunion. | I am going to the reunion.
update implicit | The user will fly to Oslo for the conference. | User is taking the train to the conference in Oslo.
update implicit | Svetlana plans to study medicine after school. | After school Svetlana wants to train as a carpenter, not go to university.
update implicit | User's wedding will be a small one with ten guests. | The user's wedding will have a hundred guests.
update implicit | My tax papers are due at the end of April. | The deadline for my tax papers is 31 July.
update explicit | The user's hip operation is set for 3 March. | The hip operation has been postponed to autumn.
update explicit | User plans to buy a house with Nadia. | User and Nadia no longer want to buy, they'll keep renting.
update explicit | We are going camping with the Ferreiras next weekend. | The camping trip with the Ferreiras is called off.
update explicit | The release of the user's album is in November. | User moved the album release forward to September.
update ended | User has a job interview at Brightmoor on Tuesday. | The Brightmoor interview is over and it went well.
update ended | I still have to renew my driving licence. | I renewed my driving licence this morning.
none both-hold | User is going to Japan in spring. | User wants to visit a friend in Dublin in autumn.
none both-hold | I want to learn Portuguese. | I plan to take a first aid course.
none both-hold | The user meets Farid for coffee on Monday at nine. | The user has a parents' evening on Monday at seven pm.
none both-hold | We'll paint the living room in May. | We'll paint the living room ourselves, without a painter.
none other-subject | User's sister wants to retire at 60. | User's brother-in-law wants to work until 67.
none other-subject | My dentist appointment is on the 12th. | Lucas has his dentist appointment on the 19th.
none other-subject | The Krakow trip is booked. | The Malta trip had to be cancelled.
none other-attribute | User plans a surprise party for Amina. | Amina has a new job at the town hall.
none other-attribute | The hotel for the trip to Split is booked. | The hotel in Split has a new pool.
none other-attribute | I'm meeting the lawyer on Thursday. | The lawyer's fee went up this year.
none event | User will move to Hamburg in August. | User had a farewell call with an old teacher yesterday.
none event | The user is training for the Vienna marathon. | The user bought running shoes on sale last week.
none event | We went to the zoo with the kids on Easter Monday. | We took the kids to the swimming pool on the last day of school.
duplicate paraphrase | User intends to quit her job at the end of the year. | The user plans to resign at year's end.
duplicate paraphrase | Grandpa will come to us for Christmas. | We'll have Grandpa with us at Christmas.
duplicate paraphrase | I have to pick up the cake at four tomorrow. | The cake must be collected tomorrow at 4 pm.
duplicate paraphrase | Bruno and the user want a second child. | The user and Bruno would like to have one more baby after their first.
`,
  habits: `
update implicit | User eats meat almost every day. | User is a vegetarian.
update implicit | I go running in the morning before work. | I do my runs late in the evening, never in the morning.
update implicit | The user drinks no alcohol at all. | User has a glass of wine with dinner.
update implicit | User's son can't stand broccoli. | Broccoli is the favourite vegetable of the user's son.
update implicit | User takes sugar in coffee. | User's coffee is always black and without sugar.
update implicit | I never do any sport. | I play squash twice a week.
update implicit | Thandiwe calls her mother every evening. | Thandiwe calls her mother on Sundays only.
update explicit | User smokes about ten cigarettes a day. | User quit smoking.
update explicit | User goes to yoga on Wednesdays. | The user's yoga is on Mondays now instead of Wednesdays.
update explicit | I don't eat gluten. | The doctor says I can have gluten again, so I eat normal bread now.
update explicit | The user likes short and dry answers. | User no longer wants short answers and asks for more detail.
update ended | The user is on a low-salt diet. | The low-salt diet is over.
update ended | Every Thursday I play cards with Mr. Hovsepyan and his wife. | We have stopped our Thursday card evenings.
none both-hold | User likes Italian food. | User likes Thai food.
none both-hold | I swim on Tuesdays. | I lift weights on Fridays.
none both-hold | The user reads a crime novel before bed. | On the train the user listens to podcasts.
none both-hold | User prefers tea in the morning. | In the morning user eats porridge with apple.
none other-subject | User gets up early even on Sundays. | User's husband sleeps until ten on Sundays.
none other-subject | My daughter loves football. | My son gave up football.
none other-subject | Rajesh is vegan. | Rajesh's roommate eats everything.
none other-attribute | User plays the violin every day. | The user's violin has new strings.
none other-attribute | The user goes to salsa class with Beatriz. | Beatriz has a new haircut.
none other-attribute | I buy my vegetables at the Saturday market. | The Saturday market now opens at seven.
none event | User doesn't like the cinema. | User's friend sent her a film poster for her birthday.
none event | I knit in the evening in front of the TV. | Last Tuesday I fell asleep in front of the TV.
none event | The user tried surfing once in Cornwall. | The user went skiing in Austria last winter.
duplicate paraphrase | User hates phone calls and prefers text messages. | The user would rather text than talk on the phone, which she dislikes very much.
duplicate paraphrase | I take a nap after lunch. | After lunch I have a short sleep.
duplicate paraphrase | The user can't eat nuts. | Nuts are something the user must not eat.
duplicate paraphrase | Wim walks the dog three times a day. | Three times every day Wim takes the dog for a walk.
`,
  versions: `
update implicit | User's laptop runs Windows 10. | Windows 11 is on the user's laptop.
update implicit | The user's phone contract is the Basic plan. | User's phone contract is the Family plan.
update implicit | I use the free version of Duolingo. | My Duolingo is the paid version, without ads.
update implicit | User's surname is Larsen. | The user's full name is Kirsten Moreau.
update implicit | User wants dates written as month/day/year. | Dates for the user should be written day first, then month, then year.
update implicit | My thermostat is set to 21 degrees at night. | At night my thermostat is set to 17.
update implicit | User's health insurance is the standard tariff at Solvida. | User has the premium tariff at Solvida.
update explicit | The user's phone is set to German. | User switched the phone language from German to English.
update explicit | I have the old paper driving licence. | I exchanged my paper licence for the plastic card.
update explicit | User's watch is on version 9 of the software. | The watch was updated to version 10 last night.
update explicit | The parents' newsletter comes as a Word file. | The parents' newsletter is a PDF now.
update ended | User has a trial month of the Fernblick fitness app. | The trial month of the Fernblick app has run out.
update ended | Dark mode is on in all of the user's apps. | User turned dark mode off everywhere.
none both-hold | User's work computer runs Linux. | User's home computer runs Windows.
none both-hold | I have the 2019 edition of the cookbook. | I also have the first edition of the cookbook, from my grandmother.
none both-hold | The user sends invoices as PDF. | The user sends photos as JPG.
none both-hold | User's camera records in 4K. | User's camera saves its photos as RAW.
none other-subject | User's iPhone is a 13 mini. | User's daughter got an iPhone 15.
none other-subject | My electricity contract with Norrkraft is for two years. | My gas contract has no fixed term.
none other-subject | The TV in the bedroom is a 32 inch Sony. | The living room TV is a 55 inch LG.
none other-attribute | User drives a Toyota Yaris Hybrid. | The Yaris has a new number plate.
none other-attribute | User has the annual ticket for the Zurich trams. | The annual ticket can now be shown on the phone.
none other-attribute | My tablet runs Android 13. | My tablet's case is new, a green one.
none event | The user's laptop got an update on Monday. | The user's laptop crashed on Thursday during a call.
none event | User has the Gold plan at the gym. | User brought a friend to the gym on a guest pass.
none event | I changed my email password in January. | I changed the pin of my bank card in February.
duplicate paraphrase | User's keyboard has the French layout. | The user types on an AZERTY keyboard, the French one.
duplicate paraphrase | Notifications are off between 10 pm and 7 am. | From ten at night to seven in the morning the user gets no notifications.
duplicate paraphrase | My first name is Alexandra but everyone calls me Sasha. | Everybody calls me Sasha, though my real first name is Alexandra.
duplicate paraphrase | The user wants recipes in metric units. | Recipes for the user should use grams and litres, that is the metric system.
`,
};
