import type { PairLines } from './pair-lines';

/** What an assistant notes about its user: tastes, instructions, family, health. */
export const PREFERENCE_NOTES: PairLines = {
  tools: `
update explicit | User's editor is Sublime Text. | User dropped Sublime Text in favor of Helix.
update implicit | User listens to audiobooks on Audible. | User borrows all audiobooks through Libby.
update implicit | User pays with cash. | User pays for everything by phone.
contradiction never | User has programmed in Haskell at university. | User never learned Haskell.
none both-hold | User owns a Kindle. | User owns a tablet.
none other-attribute | User's editor is Helix. | User's editor font is Iosevka.
none hypothetical | User works on a Mac. | User would buy a Linux laptop if the employer paid.
none other-subject | User's wife uses an Android phone. | User's son uses an iPhone.
`,
  projects: `
update explicit | User is restoring a 1968 Beetle. | User sold the Beetle unfinished.
update implicit | User's game is a platformer. | User's game is a turn-based strategy title.
update implicit | User is looking for a publisher for the book. | User's book has a contract with Faber.
duplicate paraphrase | User is translating a Finnish novel. | User's current project is the translation of a novel from Finnish.
none other-attribute | User's book has 300 pages. | User's book is set in Trieste.
none same-topic | User's game has hand-drawn graphics. | User showed the game at a fair.
none both-hold | User volunteers at the animal shelter. | User volunteers at the food bank.
none question | User's shop sells candles. | User asked how shops price candles.
`,
  people: `
update explicit | User's cofounder is Emil. | Emil left the startup, and Johanna joined as cofounder.
update implicit | User is a junior analyst. | User leads a group of eight analysts.
update implicit | User's mother lives alone. | User's mother is in a nursing home.
contradiction implicit | User has no children. | User's daughter starts school this year.
none other-subject | User's aunt is a dentist. | User's uncle is a vet.
none other-attribute | User's cofounder is Johanna. | Johanna is from Tampere.
none both-hold | User is a godfather. | User is a member of the fire brigade.
none same-topic | User is proud of the son's grades. | User helps the son with maths.
`,
  places: `
update explicit | User is based in Nairobi. | User left Nairobi for Kigali.
update implicit | User spends weekends at a rented cottage. | User bought a flat in town for the weekends and gave the cottage back.
update implicit | User's desk is by the window. | User sits in the back row next to the printer.
contradiction never | User has been to Argentina twice. | User has never left Europe.
none scope | User stays in Lyon during the week. | User stays in Annecy at weekends.
none both-hold | User likes the Baltic Sea. | User likes the Alps.
none event | User had coffee at Brew Lab on Monday. | User had coffee at Lowdown on Tuesday.
none other-subject | User's brother lives in Accra. | User's cousin lives in Lomé.
`,
  numbers: `
update explicit | User wants answers of at most 100 words. | User asked for answers of up to 200 words from now on.
update implicit | User has 40 days of leave left. | User's remaining leave: 31 days.
update implicit | User's blood pressure is 145 over 95. | Latest blood pressure of the user: 128 over 82.
duplicate paraphrase | User is 1.82 m tall. | User's height is 1.82 m.
none other-attribute | User's house has 5 rooms. | User's house cost 310,000.
none scope | User cycled 180 km in June. | User cycled 240 km in July.
none other-subject | User's daughter is 9. | User's son is 12.
none list | User ordered 4 chairs. | User ordered 2 lamps.
`,
  plans: `
update explicit | User wants to become a pilot. | User gave up on becoming a pilot because of the eye test.
update implicit | User will retire at 67. | User is going to stop working at 63.
update implicit | User's dinner with Nora is on Thursday. | User meets Nora for dinner on Saturday.
update explicit | User plans to paint the kitchen green. | User has decided on yellow for the kitchen.
none list | User wants to call grandma. | User wants to call the plumber.
none not-stated | User plans a trip to Jordan. | User wonders if Jordan is too hot in July.
none both-hold | User wants to learn to weld. | User wants to learn to knit.
none other-attribute | User's trip to Jordan starts on 2 October. | User's trip to Jordan costs 1,900.
`,
  habits: `
update explicit | User drinks whisky in the evening. | User quit alcohol.
update implicit | User is a strict vegan. | User has eggs and cheese for breakfast.
update explicit | User wants replies in a formal tone. | User prefers a casual tone now.
update implicit | User goes to church on Sundays. | User sleeps in on Sundays and has not been to church for a year.
contradiction implicit | User loves rollercoasters. | User hates rollercoasters.
none both-hold | User plays tennis. | User plays cards.
none scope | User drinks tea at work. | User drinks coffee at home.
none same-topic | User plays tennis at the club. | User's tennis shoes are worn out.
`,
  versions: `
update explicit | User's car is insured until 30 June. | The insurance of the user's car was extended to 31 December.
update implicit | User's laptop has Windows 10. | User's laptop runs Windows 11.
update implicit | User's passport expires in 2025. | User's passport is valid until 2035.
duplicate paraphrase | User's birthday is 9 April. | User was born on April 9.
contradiction implicit | User moved to Oslo in 2016. | User has lived in Oslo since 2018.
none other-subject | User's first son was born in 2015. | User's second son was born in 2018.
none other-attribute | User's car was built in 2012. | User's car was bought in 2019.
none history | User works with Blender 4. | User remembers Blender 2.4 and its odd menus.
`,
};
