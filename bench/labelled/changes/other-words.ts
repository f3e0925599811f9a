import type { PairLines } from './pair-lines';

/** Facts about users and teams of which the newer one shares few words with the older one. */
export const OTHER_WORDS: PairLines = {
  tools: `
update implicit | Alerts go to PagerDuty. | Opsgenie pages whoever is on call.
update implicit | The user takes notes with pen and paper. | Everything the user writes down lands in Notion.
update explicit | Invoices are created by hand in Word. | Lexoffice generates the bills automatically since April.
update explicit | The user commutes by car. | The user sold the Opel and rides the tram to the office.
contradiction never | The user migrated a shop to Magento two years ago. | The user has no experience with Magento whatsoever.
duplicate paraphrase | The team chats on Discord. | Discord is where the team talks to each other.
none both-hold | Dashboards are made with Metabase. | Reports for the board are made with PowerPoint.
none other-attribute | Alerts go to PagerDuty. | PagerDuty sends its invoice in March.
none same-topic | The user writes novels in Scrivener. | The user finds the search of Scrivener slow.
none other-subject | Support answers mails with Zendesk. | HR plans interviews with Greenhouse.
`,
  projects: `
update implicit | The newsletter is free for everyone. | Readers pay four euros for each issue of the newsletter.
update explicit | The museum app is developed by an agency. | An internal team of three builds the museum app from now on.
update implicit | The user's blog gets no comments because they are switched off. | Visitors can leave a reply under each article on the user's blog.
contradiction implicit | The bridge was opened in 1932. | The first car crossed the bridge in 1936, on its opening day.
duplicate paraphrase | The project is paid for by the city. | The municipality finances the project.
none other-attribute | The choir has thirty singers. | The choir rehearses in the parish hall.
none both-hold | The company sells coffee machines. | The company also repairs grinders.
none hypothetical | The podcast is recorded in English. | The podcast could reach more people in Spanish.
none history | The tool is open source. | When the tool was started, it was a weekend project of two students.
none unrelated | The film is shot in black and white. | The accountant moved to another floor.
`,
  people: `
update implicit | Greta is a trainee in the lab. | Greta heads the lab.
update explicit | The user is on parental leave. | The user went back to full-time work in September.
update implicit | The user has a cat named Miro. | The user has no pets since Miro died.
update explicit | Aron and Leila are a couple. | Leila separated from Aron.
contradiction never | The user interviewed the mayor for the school paper. | The user has never talked to the mayor.
duplicate paraphrase | The user's grandfather was a miner. | The user's granddad worked in a coal mine.
none other-subject | Greta is head of the lab. | Milan is head of purchasing.
none other-attribute | Aron plays water polo. | Aron joined a law firm.
none both-hold | Leila is a mother of three. | Leila is treasurer of the parents' council.
none event | Greta thanked the team at dinner. | Greta thanked the sponsors at lunch.
`,
  places: `
update implicit | The user's home is a houseboat in Utrecht. | The user's address is a farmhouse outside Zwolle.
update explicit | Parcels are left with the neighbour. | The courier puts parcels into the locker at the station from today.
update implicit | The archive is in the basement. | To find old files, go to the third floor, where the archive is.
contradiction never | The user spent a semester in Athens. | The user has not been to Greece yet.
duplicate paraphrase | The firm has its seat in Graz. | The headquarters of the firm are in Graz.
none other-subject | The servers are in Nuremberg. | The backups are in Helsinki.
none both-hold | The shop delivers to Austria. | The shop delivers to Switzerland.
none scope | In the mornings the user works at the kitchen table. | In the afternoons the user works in a café.
none same-topic | The user loves the harbour of Hamburg. | The user photographed the harbour of Hamburg at night.
none other-attribute | The cabin is by a lake. | The cabin has no electricity.
`,
  numbers: `
update implicit | A day ticket is 12 francs. | Visitors pay 15 francs for a day.
update explicit | The class has 24 pupils. | Two children left, so 22 pupils remain in the class.
update implicit | The user earns 3,100 a month. | The user's monthly salary is 3,450.
contradiction implicit | Nine people were hurt in the accident. | The accident left four people injured.
duplicate paraphrase | The lease runs for five years. | The rental contract has a term of five years.
none other-attribute | The lorry weighs 7 tons. | The lorry is 9 metres long.
none other-subject | Room 12 has 30 seats. | Room 14 has 45 seats.
none scope | The pass costs 40 euros for students. | The pass costs 70 euros for adults.
none event | The first match ended 2:1. | The second match ended 0:3.
none list | The user bought 3 kg of flour. | The user bought 2 kg of sugar.
`,
  plans: `
update implicit | The user will spend Christmas with the in-laws. | At Christmas the user is on a beach in Thailand.
update explicit | The roof is to be repaired in May. | The roofers cannot come before July.
update explicit | Two new shops are going to be opened. | The board scrapped the expansion.
update implicit | The exam is written. | It will be an oral exam.
duplicate paraphrase | The user intends to get a dog. | The user wants to have a dog soon.
none other-subject | The roof is repaired in July. | The windows are replaced in August.
none not-stated | The user is going to move in with Kim. | The user is not sure whether living together is a good idea.
none both-hold | The user is going to learn to sail. | The user is going to learn Welsh.
none same-topic | The user prepares the move to Kiel. | The user compares prices of movers for the move to Kiel.
none unrelated | The strike begins on Monday. | The canteen has stopped serving fish.
`,
  habits: `
update implicit | The user skips breakfast. | The day of the user starts with porridge and an egg.
update explicit | The user shops at the supermarket on Saturdays. | The user gets a vegetable box delivered and no longer goes to the supermarket.
update implicit | The team meets once a week. | The team comes together on the first Monday of each month only.
contradiction implicit | The user cannot stand olives. | Olives are the user's favourite snack.
duplicate paraphrase | The user goes to bed at ten. | The user turns in at 10 pm.
none both-hold | The user reads the paper at breakfast. | The user reads novels on the train.
none other-subject | The user's wife gets up at five. | The user's son gets up at noon.
none event | The user slept nine hours last night. | The user slept four hours on the plane.
none hypothetical | The user eats meat twice a week. | The user would give up meat if the canteen had better dishes.
none other-attribute | The user runs in the park. | The user runs with a friend.
`,
  versions: `
update explicit | The handbook is in its second edition. | A third edition of the handbook came out.
update implicit | The phone needs at least iOS 15. | iOS 17 is the oldest release on which the app starts.
update implicit | Opening hours: 9 to 17. | The doors are open from 10 to 19.
contradiction implicit | The treaty was signed on 4 June. | Both sides put their names under the treaty on 11 June.
duplicate paraphrase | The firmware is 2.8. | Version 2.8 of the firmware is installed.
none other-subject | The printer has firmware 1.4. | The scanner has firmware 2.0.
none history | The app is at 5.1. | Version 3 of the app was the first with a map.
none scope | On weekdays the pool opens at 6. | At weekends the pool opens at 8.
none other-attribute | The manual was translated in 2023. | The manual was printed in 2024.
none both-hold | The API accepts JSON. | The API accepts XML.
`,
};
