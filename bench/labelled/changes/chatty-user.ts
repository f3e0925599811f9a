import type { PairLines } from './pair-lines';

/** What a talkative user says about themself in a conversation. */
export const CHATTY_USER: PairLines = {
  tools: `
update explicit | I do all my notes in Evernote, have done for years honestly | So I finally gave up on Evernote, everything's in Obsidian these days
update implicit | My laptop's a beat-up 2017 ThinkPad | I'm typing this on my MacBook Air, which is my only machine by the way
update reversed | I edit my videos in DaVinci Resolve | Oh, years ago I used to cut everything in iMovie, haha
contradiction never | I've been using Photoshop for my posters, it works well enough | Nope, I've never touched Photoshop in my life
none other-attribute | I write my songs in Ableton, love it | I swapped my old guitar for a Telecaster last weekend!
none both-hold | I use Notion for recipes | I also keep a Trello board for the kids' chores
none not-stated | I track my runs with Strava | My brother keeps telling me I should switch to Garmin Connect, but I don't know
none event | I tried the new air fryer with potatoes last night | Tonight I tried the air fryer with salmon, so good
`,
  projects: `
update explicit | I'm writing a mystery novel set in Porto | Change of plan, the novel isn't a mystery anymore, it's turned into a family saga
update implicit | My podcast is called Slow Sundays, it's just me and a mic | You can find my podcast under the name Sunday Kitchen
update partial | I'm renovating the bathroom and building a treehouse for the kids | Treehouse is done!! They basically live in it
duplicate paraphrase | I'm learning to build a cedar canoe in my garage | In the garage I've got this project going, building a canoe out of cedar
none other-subject | My blog is about sourdough | My sister's blog is about motorcycles, can you imagine
none other-attribute | The podcast comes out every Sunday | The podcast has about 400 listeners, wild right?
none scope ? | Last year my garden project was tomatoes only | This year I'm doing a bee garden
none not-stated | My quilt is blue and white | I was wondering whether the quilt would look better in green, what do you think?
none unrelated | I'm restoring an old Vespa with my dad | I changed the curtains in the bedroom and it looks so much brighter now
`,
  people: `
update explicit | I've been dating Marcus for about two years now | Marcus and I broke up in the spring, it's fine, really
update implicit ? | I work as a nurse at St Luke's | Being a school nurse is so different, I get home at four!
update partial | I'm married to Jamie and I work at Google | Work at Meta is going great so far, week three!
contradiction implicit | My grandmother was born in Naples | Grandma came into the world in Palermo, as she never tired of telling us
duplicate paraphrase | My best friend Zoe teaches yoga | Zoe, my bestie, is a yoga teacher
none other-attribute | My hobby is chess, I play every Thursday at the club | So I just moved to Meta, big change for me!
none other-subject | My daughter Ella is in second grade | My son Theo just started kindergarten
none both-hold | My friend Dev lives across the street | Dev and I went to school together, we've known each other forever
`,
  places: `
update explicit | We live in this tiny flat in Bristol | We moved to Cardiff in June, finally have a garden
update implicit | My gym is the one on Mill Street | I go to the gym by the station, it's so much cleaner
update reversed ? | I'm living in Lisbon and loving it | When I was a student I lived in Coimbra, in a house with seven people
contradiction never | When I was in Japan I fell in love with ramen | I've never been to Asia, but it's on my list
none both-hold | I love camping in the Lake District | We're off to the Dolomites this summer
none other-subject | My parents live in Leeds | I'm in York, by the river
none other-attribute | Our flat in Cardiff has a tiny kitchen | We painted the flat yellow!
none list | I want to visit Iceland someday | I want to visit New Zealand someday
none event | We had dinner at Rosa's on Saturday | We went to the Thai place for dinner on Sunday
`,
  numbers: `
update explicit | My rent's 900 a month, not bad for the area | Ugh, they put my rent up from 900 to 1050
update implicit | I've got two cats, Miso and Pepper | With three cats in the house there's hair on everything
update implicit | I run about 10k a week | I'm doing 25k a week, legs are killing me
contradiction implicit | My half marathon time last October was 1:52 | I finished that October half in two hours ten
none other-attribute | I'm 41 | I've been in this job for 12 years
none scope | I spent 300 on groceries in May | In June groceries came to 420, ouch
none other-subject | I sleep maybe six hours | My husband sleeps nine hours, lucky him
none unrelated | I've got about 40 houseplants | I used to drink four coffees a day, now it's one
`,
  plans: `
update explicit | We're getting married on the 12th of September | We had to push the wedding to October, the venue flooded
update implicit | I'm flying to Chicago for Thanksgiving | We're staying home for Thanksgiving, my mum's coming over
update explicit | I want to do an evening course in Italian | I signed up for Spanish instead of Italian, the Italian class was full
duplicate paraphrase | I'm planning to quit sugar in January | Come January, no more sugar for me, that's the plan
none other-subject | My birthday party is on Saturday | The kids' recital is on Sunday
none other-attribute | The wedding is going to be outdoors | We're having about eighty people at the wedding
none not-stated | We're going to Crete in August | If the flights get cheaper we might do Corsica, who knows
none list | I need to call the dentist | I need to book the car in for a service
none both-hold | I'm hoping to see Radiohead live this year | I got tickets for the theatre in November, yay
`,
};
