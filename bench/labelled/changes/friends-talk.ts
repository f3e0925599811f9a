import type { PairLines } from './pair-lines';

/** Turns of two friends or colleagues in a messenger, with the time and the name of who writes. */
export const FRIENDS_TALK: PairLines = {
  tools: `
update explicit | [9:12 am on 4 March, 2025] Lucia: I do all my sketches on an old Wacom tablet. | [6:40 pm on 20 May, 2025] Lucia: The Wacom is in the cupboard, I draw on the iPad these days!
update implicit | [8:02 pm on 2 January, 2025] Owen: My bike's a steel Surly, heavy but it never lets me down. | [1:15 pm on 9 June, 2025] Owen: Took my bike to the shop, they love working on carbon Canyons like mine.
contradiction never | [7:30 pm on 11 April, 2025] Priya: I baked it in a Dutch oven, that's how I always do bread. | [7:45 pm on 30 May, 2025] Priya: A Dutch oven? I've never baked anything in one, are they good?
none other-speaker | [2:00 pm on 3 May, 2025] Owen: I listen to everything on vinyl. | [2:01 pm on 3 June, 2025] Lucia: I listen to everything on my phone.
none both-hold | [5:10 pm on 8 May, 2025] Priya: I play the viola in the city orchestra. | [9:22 am on 1 July, 2025] Priya: I play a bit of banjo too, don't tell the orchestra.
none same-topic | [4:00 pm on 6 May, 2025] Lucia: The iPad is so good for colours, I used it for the whole mural. | [3:20 pm on 9 August, 2025] Lucia: I took the iPad to the park and drew the ducks.
none event | [11:00 am on 4 May, 2025] Owen: I fixed the lamp with glue last night. | [11:40 am on 7 July, 2025] Owen: I fixed the chair with screws today.
`,
  projects: `
update explicit | [10:00 am on 2 February, 2025] Marek: We're calling the band Paper Tigers. | [10:30 pm on 18 April, 2025] Marek: Another band had Paper Tigers, so we're the Tin Foxes now.
update implicit | [3:15 pm on 12 January, 2025] Dalia: My café only does breakfast, we close at noon. | [3:50 pm on 5 August, 2025] Dalia: Come to the café for dinner, the kitchen is open until ten!
update partial | [1:00 pm on 7 March, 2025] Marek: I'm restoring a boat and writing songs for the album. | [1:30 pm on 9 June, 2025] Marek: The boat's finished, she is in the water!!
contradiction never | [8:00 pm on 1 May, 2025] Dalia: I ran a stall at the Christmas market twice, it's exhausting. | [8:20 pm on 3 September, 2025] Dalia: Never had a stall at a market, maybe this year is the one.
none other-attribute | [6:00 pm on 2 May, 2025] Marek: The album has nine songs. | [6:20 pm on 4 July, 2025] Marek: The album cover is painted by my cousin.
none same-topic | [9:00 am on 1 June, 2025] Dalia: The café was full all weekend, my feet hurt. | [9:30 am on 8 July, 2025] Dalia: I put new cushions into the café, everyone loves them.
none question | [7:00 pm on 2 March, 2025] Marek: We rehearse in my garage. | [7:10 pm on 5 May, 2025] Dalia: Do you still rehearse in your garage?
`,
  people: `
update explicit | [1:56 pm on 8 May, 2025] Yara: Tom and I got engaged last summer. | [8:10 pm on 1 November, 2025] Yara: Tom and I called the engagement off. I'm okay, really.
update implicit | [9:00 am on 14 February, 2025] Felix: I'm a paramedic, so nights are normal for me. | [10:00 am on 30 August, 2025] Felix: Teaching first aid at the college is so relaxed, best job I've had.
contradiction never | [5:00 pm on 6 April, 2025] Yara: My dad taught me chess when I was six. | [5:30 pm on 17 July, 2025] Yara: Nobody ever taught me chess, I wish my dad had.
duplicate paraphrase | [3:00 pm on 9 January, 2025] Felix: My twin sister is a judge in Dublin. | [3:10 pm on 22 June, 2025] Felix: My twin works in Dublin, she is a judge there.
none other-subject | [4:00 pm on 9 May, 2025] Yara: My aunt Rosa keeps bees. | [4:20 pm on 2 June, 2025] Yara: My uncle Paul keeps goats.
none other-speaker | [7:15 pm on 1 May, 2025] Felix: I have two kids. | [7:20 pm on 6 June, 2025] Yara: I have three kids and no sleep.
none same-topic | [10:10 am on 3 May, 2025] Yara: My sister helped me so much with the flat. | [10:45 am on 12 July, 2025] Yara: My sister loves the earrings that you made.
`,
  places: `
update explicit | [6:00 pm on 3 March, 2025] Nico: I've rented a room in Ghent until I find something. | [6:30 pm on 21 September, 2025] Nico: Bye bye Ghent, I'm a Rotterdam boy now, keys in hand!
update implicit | [2:00 pm on 10 January, 2025] Sanne: I work out at the gym in the mall. | [2:20 pm on 11 May, 2025] Sanne: My gym is a boxing hall under the bridge, you'd love it.
contradiction never | [12:00 pm on 4 May, 2025] Nico: Iceland was the best trip of my life. | [12:30 pm on 8 October, 2025] Nico: I've never set foot in Iceland, it's top of my list.
none both-hold | [8:00 pm on 2 May, 2025] Sanne: We spent a week in Normandy. | [8:30 pm on 5 August, 2025] Sanne: We're just back from Corsica, so hot.
none other-speaker | [9:00 am on 2 May, 2025] Nico: My mum lives in Bruges. | [9:05 am on 3 June, 2025] Sanne: My mum lives in Delft.
none other-attribute | [5:00 pm on 2 July, 2025] Nico: My flat in Rotterdam has a tiny balcony. | [5:05 pm on 9 August, 2025] Nico: My flat in Rotterdam is so loud at night.
`,
  numbers: `
update explicit | [7:00 am on 1 March, 2025] Bea: I swim forty lengths on a good day. | [7:30 am on 2 July, 2025] Bea: Up to sixty lengths now!
update implicit | [1:00 pm on 5 April, 2025] Theo: We have four hens in the yard. | [1:10 pm on 8 September, 2025] Theo: Seven hens and not one egg this week.
contradiction implicit | [3:00 pm on 2 May, 2025] Bea: I finished the marathon in 4:10. | [3:20 pm on 3 June, 2025] Bea: My time in that marathon was 4:31, still proud.
none other-speaker | [9:00 pm on 1 May, 2025] Bea: I've read 20 books this year. | [9:01 pm on 1 May, 2025] Theo: I've read 3 books this year, don't laugh.
none other-attribute | [6:00 pm on 2 May, 2025] Theo: My garden is 300 square metres. | [6:05 pm on 2 June, 2025] Theo: My garden gets 6 hours of sun.
none event | [8:00 am on 2 May, 2025] Bea: Ran 12 km on Sunday. | [8:00 am on 9 May, 2025] Bea: Ran 15 km on Sunday, legs are dead.
`,
  plans: `
update explicit | [4:00 pm on 3 March, 2025] Ines: The housewarming is on the 12th, bring cake. | [4:30 pm on 9 March, 2025] Ines: Change of plan, the housewarming is on the 19th.
update implicit | [5:00 pm on 1 April, 2025] Karl: I'm going to study law in the autumn. | [5:20 pm on 6 July, 2025] Karl: Got my place at the music academy, I start in October!
update explicit | [6:00 pm on 2 May, 2025] Ines: We want to adopt a second dog. | [6:30 pm on 4 August, 2025] Ines: No second dog for us, one is enough work.
none other-speaker | [1:00 pm on 2 May, 2025] Karl: I'll camp by the sea in July. | [1:02 pm on 2 May, 2025] Ines: I'll be in the mountains in July.
none list | [9:00 am on 3 May, 2025] Karl: I have to call the landlord. | [9:30 am on 5 June, 2025] Karl: I have to call the bank.
none same-topic | [10:00 am on 1 June, 2025] Ines: The party was so much fun, thank you all. | [10:10 am on 9 July, 2025] Ines: Karl's party was fun too, but the music!
`,
  habits: `
update explicit | [8:00 pm on 1 February, 2025] Gita: I smoke a pack a week, I know, I know. | [8:20 pm on 14 June, 2025] Gita: Three months without a cigarette!
update implicit | [7:00 am on 3 March, 2025] Rob: I walk the dog at five every morning. | [7:30 pm on 8 August, 2025] Rob: Just back from the evening round with the dog, mornings are my wife's now.
contradiction never | [2:00 pm on 4 April, 2025] Gita: I've kept a diary since school. | [2:30 pm on 9 September, 2025] Gita: I never kept a diary, I wouldn't know what to write.
none both-hold | [6:00 pm on 2 May, 2025] Rob: I cook on Fridays. | [6:10 pm on 5 July, 2025] Rob: I do the washing on Saturdays.
none other-speaker | [9:00 pm on 1 June, 2025] Gita: I never watch the news. | [9:05 pm on 1 July, 2025] Rob: I watch the news every night.
none same-topic | [3:00 pm on 4 June, 2025] Rob: Painting calms me down after work. | [3:30 pm on 6 August, 2025] Rob: I love how painting brings people together.
`,
  versions: `
update explicit | [1:00 pm on 3 March, 2025] Jo: The reading group meets on Tuesdays at seven. | [1:30 pm on 4 June, 2025] Jo: We switched the reading group to Wednesdays.
update implicit | [5:00 pm on 3 April, 2025] Amir: I'm on level 12 in that game. | [5:45 pm on 3 May, 2025] Amir: Level 30, and I still can't beat the dragon.
contradiction implicit | [7:00 pm on 2 May, 2025] Jo: I was born in 1991, like the web. | [7:15 pm on 2 August, 2025] Jo: Born in '89, so I remember cassettes.
none other-speaker | [6:00 pm on 1 May, 2025] Jo: My birthday is in March. | [6:01 pm on 1 June, 2025] Amir: My birthday is in October.
none event | [9:00 am on 4 May, 2025] Amir: I went to the dentist on the 2nd. | [9:20 am on 4 June, 2025] Amir: I went to the doctor on the 3rd.
none both-hold | [2:00 pm on 5 May, 2025] Jo: I teach on Mondays. | [2:10 pm on 5 July, 2025] Jo: On Thursdays I coach the juniors.
`,
};
