import type { PairLines } from './pair-lines';

/** Facts in the third person, as an assistant extracts them from conversations. */
export const ABOUT_THE_USER: PairLines = {
  tools: `
update explicit | The user writes code in Visual Studio Code. | The user replaced Visual Studio Code with Zed.
update implicit | User's main browser is Firefox. | The user browses with Arc by default.
update reversed | The user manages passwords with 1Password. | The user previously used LastPass for passwords.
contradiction never | The user built several dashboards with Grafana. | The user has never used Grafana.
duplicate paraphrase | The user takes photos with a Fujifilm X-T5. | User's camera is a Fujifilm X-T5.
none both-hold | The user uses Figma for wireframes. | The user uses Procreate for illustrations.
none other-attribute | The user's phone is a Pixel 8. | The user changed mobile carriers from O2 to Vodafone.
none not-stated | The user uses Spotify. | The user is comparing Tidal and Qobuz and has not decided.
`,
  projects: `
update explicit | The user's side project is a weather bot for Telegram. | The user abandoned the weather bot and is now building a habit tracker.
update implicit ? | The user's startup has raised a seed round. | The user's startup closed its Series A in April.
update partial | The user's game is written in Godot and targets the Steam Deck. | The user ported the game from Godot to Unreal.
duplicate paraphrase | User is writing a dissertation about medieval trade routes. | The user's dissertation deals with trade routes in the Middle Ages.
none other-subject | The user's first book is a travel memoir. | The user's second book is a cookbook.
none other-attribute | The user's startup is based in Tallinn. | The user's startup has hired a new designer.
none both-hold | The user contributes to the Django project. | The user contributes to the Wagtail project.
none not-stated | The user's thesis is written in LaTeX. | The user asked how a thesis could be converted from LaTeX to Word.
none event | The user gave a talk about accessibility in Lyon. | The user gave a talk about typography in Basel.
`,
  people: `
update explicit | Nadia is engaged to Oliver. | Nadia and Oliver ended their engagement.
update implicit | The user's dentist is Dr. Halloran. | The user goes to Dr. Petrov for dental care.
update partial | The user is a vegetarian and plays the cello. | The user eats fish and chicken since the doctor's advice.
update explicit | Samir works as a paralegal at Boone & Hart. | Samir quit his job at Boone & Hart to become a baker.
contradiction implicit | The user is an only child. | The user's older brother lives in Quebec.
none other-subject | Nadia works in marketing. | Samir works in logistics.
none other-attribute | The user's manager is Ingrid. | Ingrid adopted a greyhound.
none both-hold | The user's friend Leo plays the drums. | The user's friend Leo also sings in a choir.
none event | The user had lunch with Samir on Monday. | The user had lunch with Ingrid on Wednesday.
`,
  places: `
update explicit | The user lives in Toronto. | The user relocated from Toronto to Halifax.
update implicit | The user's favorite restaurant is Casa Lupe. | The user says that Noodle Barn is their favorite place to eat.
contradiction never | The user visited Egypt in 2018. | The user said that they have never been to Africa.
duplicate paraphrase | The user grew up on a farm near Galway. | User spent their childhood on a farm close to Galway.
none scope | The user works from the office on Mondays. | The user works from home on Fridays.
none other-subject | The user's sister lives in Denver. | The user's cousin lives in Boulder.
none other-attribute | The user's house is on Elm Street. | The user's house has solar panels now.
none both-hold | The user owns a cabin near Lake Simcoe. | The user rents an apartment in Halifax.
`,
  numbers: `
update explicit | The user weighs 92 kg. | The user lost weight and went from 92 kg to 84 kg.
update implicit | The user pays 12 dollars a month for music streaming. | The user's music subscription costs 17 dollars per month.
update implicit | The user's team has five members. | There are nine people on the user's team.
contradiction implicit | The user graduated in 2009. | The user finished their degree in 2012.
none other-attribute | The user's car has 80,000 miles on it. | The user's car gets 34 miles per gallon.
none other-subject | Oliver is 36 years old. | Nadia is 33 years old.
none scope | The user read 14 books in 2024. | The user read 22 books in 2025.
none list | The user owns a 12-string guitar. | The user owns a 6-string guitar.
none unrelated | The user drinks two cups of tea every morning. | The user no longer subscribes to the newspaper.
`,
  plans: `
update explicit | The user intends to apply to law school. | The user no longer wants to go to law school.
update implicit | The user's flight to Seoul leaves on May 3. | The user is flying to Seoul on May 9.
update reversed | The user plans to run the Berlin marathon in September. | Originally the user had planned to run the Hamburg marathon.
duplicate paraphrase | The user is going to adopt a rescue dog next month. | User plans the adoption of a rescue dog for next month.
none other-subject | The user's interview at Stripe is on Tuesday. | The user's interview at Adyen is on Thursday.
none both-hold | The user wants to learn pottery. | The user wants to learn archery.
none other-attribute | The user's trip to Seoul will take ten days. | The user's trip to Seoul is paid for by their employer.
none unrelated | The user hopes to become a pilot. | The user sold the old piano and bought a keyboard instead.
`,
};
