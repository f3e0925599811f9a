import type { PairLines } from './pair-lines';

/** People who learned English later: word order, articles and tenses of their first language. */
export const SECOND_LANGUAGE: PairLines = {
  tools: `
update explicit | In our team we are using Jira for the tickets | Since this month we are not using Jira any more, now all tickets are in Linear
update implicit | For the translations I work with DeepL | My translations I make with ChatGPT
update partial | I have Windows on my computer and I am programming with Java | Actually I am programming with Kotlin since some weeks
contradiction never | Last year I have worked with Docker for my thesis | I did never work with Docker, please explain me from zero
duplicate paraphrase | For the database we take MongoDB | Our database, it is MongoDB
none both-hold | I use Excel for the budget | For the invoices I am using Word
none other-subject | My colleague is programming in PHP | I am programming in Python
none not-stated | We use Zoom for the calls | The boss asked if Teams is better, we will see
none other-attribute | My printer is from Brother | My printer does not print since yesterday, the paper stays inside
`,
  projects: `
update explicit | Our startup makes an app for the parking | We have pivoted, the startup makes now software for the warehouses
update implicit | The thesis is about the wind energy | My thesis has the topic of batteries of electric cars
update reversed ? | The project is financed by European Union | In the first two years the project was financed by the university only
contradiction implicit | Our company was founded in 2014 | The company exist since 2011, my uncle founded it
none other-attribute | The app has three languages | The app is in the store since Monday
none other-subject | The online shop is made with Shopify | The company page is made with WordPress
none both-hold | We make the app for Android | We make also a version for iPhone
none event | On Tuesday we presented the app for the investors | On Thursday we presented the app for the school
`,
  people: `
update explicit | My chief is Mr. Duarte, very strict man | Mr. Duarte went in pension, my new chief is Mrs. Lindqvist
update implicit | I am single since long time | My wife is cooking better than me
update implicit | My sister is studying the medicine in Krakow | My sister works like a doctor in the hospital of Gdansk
duplicate paraphrase | I have one brother, he is younger than me | My only brother is more young than me
none other-subject | Anna is a manager in our company | Ben is a manager in our company
none other-attribute | My neighbor Pavel has a dog | Pavel changed his work, he is now bus driver
none both-hold | I am father of two daughters | I am trainer of the football team of children
none other-subject | The mother of Luca is teacher | The father of Luca is fisherman
none unrelated | My son goes in the kindergarten | My mother does not smoke any more since the operation
`,
  places: `
update explicit | Our office is in the street Rivoli | The office has changed the place, now we are near the station Gare du Nord
update implicit ? | I am living with my parents in Brno | My apartment in Vienna is very small but nice
update partial | I was born in Seville and I live in Madrid | I have moved to Valencia for the work
duplicate paraphrase | The meeting is always in the room 4 | We make the meeting in room number four
none scope | In winter I live in the city | In summer I am living at the lake
none other-subject | The factory is in Slovakia | The storage is in Hungary
none other-attribute | My apartment in Vienna has two rooms | In my apartment in Vienna the heating is broken
none event | The last summer we were in Croatia | Two years ago we were in Greece
`,
  numbers: `
update explicit | My course of German has 12 students | Four students did leave the course, now we are 8
update implicit | The ticket for the month costs 49 euro | For the month ticket you must pay 58 euro
update reversed ? | In our firm we are 60 persons | When I started here we were only 15 persons
contradiction implicit | The exam of last week had 40 questions | In the exam the last week there were 55 questions
none other-attribute | My flat has 62 square meters | My flat costs 750 euro
none scope | On Monday I work 10 hours | On Friday I work 5 hours
none other-subject | The train needs 3 hours to Prague | The bus needs 4 hours to Prague
none both-hold | I have 2 bicycles | I have 1 motorcycle
none other-subject | The course of English begins at 18 o'clock | The course of dance begins at 20 o'clock
`,
  plans: `
update explicit | In autumn I will begin a master in Delft | I don't go more to Delft, I have decided for the master in Ghent
update implicit | The exam of driving I make in March | My driving exam is fixed on 4 May
update explicit | We want to buy a house | We don't want to buy house any longer, too expensive, we stay in rent
duplicate paraphrase | Next year I want to make a trip to Peru | I plan for the next year to travel in Peru
none other-subject | My visa finishes in July | The visa of my wife finishes in November
none not-stated | I will take the job in Oslo | Perhaps would be better a job near to family, I think about it
none list | I must learn the irregular verbs | I must learn the prepositions
none both-hold | In December I will visit my family in Colombia | In December I will also make the exam B2
`,
};
