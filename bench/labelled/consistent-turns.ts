import type { Language } from '../../src/common/languages';

/**
 * Chats of which no turn replaces, contradicts or repeats another one: a line a turn, a blank line between two chats.
 * Turns of one chat are about one matter, so they share words. They calibrate the judge's threshold for turns.
 */
const ENGLISH_CHATS = `
User: I'm building a booking page for my yoga studio with Django and I have no designer. How should I structure the templates?
User: The booking form should refuse classes that are full. Where do I put that check, in the form or in the model?
User: I'm trying to send a confirmation mail after each booking. Can you show me how to do it without blocking the request?
User: My tests for the booking form fail with a database error. What does "no such table" mean here?
User: I want to show the free places of each class next to its name. How do I count bookings in one query?
User: I've written a management command that deletes old classes. Could you review the dates in it?
User: The calendar of the studio needs a view for the week. Which library would you pick?
User: I'd like to let teachers edit their own classes but nobody else's. How do permissions work for that?
User: I just deployed the booking page to a small server and static files are missing. What did I forget?
User: Some people book a class twice by clicking two times. How can I prevent it?
User: I'm thinking about adding a waiting list for full classes. How would you model it?
User: The mail with the confirmation lands in spam. Which records does my domain need?
User: How do I write a test for the waiting list that moves the first person up?
User: I added an index to the bookings table and the week view is faster. Should I index the date too?
User: I'm using a custom user model with the phone number as the name. Is that a problem for the admin?
User: The studio has two rooms, and a class may only be in one of them at a time. How do I check overlaps?
User: I want to export all bookings of a month as CSV for my accountant. Can you write the view?
User: My form shows the time in UTC. How do I show it in the visitor's time zone?
User: I'm preparing a price page with a card for ten classes. How do I store what is left on a card?
User: The payment provider sends a webhook after each payment. How do I verify its signature?
User: I've got a bug where a cancelled class still appears in the week view. Where should I filter?
User: What would be a good way to log errors of the booking page without a paid service?
User: I want to add photos of the teachers. How do I resize them on upload?
User: The page takes two seconds on my phone. What should I measure first?

User: I'm writing my first novel, a story about two sisters who run a ferry. How do I open it?
User: The older sister, Agnes, is stubborn and afraid of debts. How do I show that in a scene?
User: I want the ferry to feel like a character. Which senses should I use?
User: The younger sister, Lotte, comes home after six years at sea. What would she notice first?
User: I'm stuck in the middle of the novel, where nothing happens. How do other writers deal with it?
User: My dialogue between Agnes and Lotte sounds stiff. Can you suggest three ways to loosen it?
User: I'd like to plant the flood of the last chapter early in the book. Where would you hint at it?
User: I've read the first chapter aloud to my partner and he liked the ferry. How do I keep that tone?
User: The mayor wants a bridge that would end the ferry. How do I make him more than a villain?
User: I've been writing in the mornings before work and it goes well. How many scenes does a novel need?
User: Should I write the letters of the father in another font?
User: I gave Agnes a scar on her hand but I don't know its story yet. Any ideas?
User: I want to describe fog without the usual images. What could I compare it with?
User: I'm afraid the chapter about the flood is too long. How can I find what to cut?
User: My writing group said that Lotte is too perfect. Which flaw would fit her?
User: I'm looking for a title with water in it that isn't a cliché. Can you brainstorm ten?
User: How do I research how ferries were steered in the fifties?
User: I want to send the novel to beta readers. What should I ask them?
User: The scene in the church has seven people and I lose track. How do I handle so many voices?
User: I finished the scene in which Lotte mends the engine. Does it need technical words?
User: How long should a synopsis for an agent be?
User: I'm worried that the ending is too sad. What makes a sad ending satisfying?

User: I'm training for my first half marathon and I work in an office all day. What does a good week look like?
User: My left calf hurts after long runs. Should I stretch before or after?
User: I did my first interval session on the track yesterday and it was hard. How often should I do intervals?
User: What should I eat on the evening before a long run?
User: I've bought new running shoes with more cushion. How do I get used to them?
User: I'm sleeping badly after evening runs. What could I change?
User: My watch says my heart rate is very high on easy runs. Does it measure wrongly?
User: I ran with my colleague Ben on Sunday and he was too fast for me. How do I find my own pace?
User: How do I train for hills when my town is flat?
User: I'd like to do strength exercises twice a week next to running. Which ones are best for runners?
User: It will be hot on the day of the half marathon. How do I prepare for heat?
User: I missed a week of training because of a cold. How do I get back in?
User: What do I carry on long runs, gels or bars?
User: I did the long run with a gel every half hour and my stomach was fine. Is more better?
User: I want to know what to think about in the last kilometres when it hurts. Any tricks?
User: The organisers sent the map, there are four water stations. How do I drink while running?
User: My knee makes a noise on stairs but doesn't hurt. Should I worry?
User: How many days before the race should I stop training hard?
User: I'm nervous about the start with 3,000 people. Where should I stand?
User: What do I do in the week after the race?

User: We're renovating an old house and start with the kitchen. In which order do the trades come?
User: The electrician found old cables in the kitchen wall. How expensive does that get?
User: I want a wooden worktop but I'm afraid of water stains. How do I treat it?
User: My partner Sofia would like an island in the kitchen. How much space does one need?
User: The plumber can come on Tuesday. What do I have to prepare?
User: There's a damp spot under the bathroom window. What could be the reason?
User: I've compared three offers for the windows. What should I look at except the price?
User: We sleep in the living room while the bedroom is sanded. How long does the smell stay?
User: I painted the hall white last weekend and one can see every stroke. What did I do wrong?
User: The heating engineer recommends a heat pump. Does that work in an old house?
User: I'd like to keep the old doors. How do I get the paint off?
User: We found newspapers from 1931 under the floor. How can we keep them?
User: How do I explain to the neighbours that it will be loud for two weeks?
User: Sofia wants to tile the bathroom herself. Which tools does she need?
User: I ordered the tiles and they come in four weeks. What can we do until then?
User: My father helps us with the roof on Saturdays. What insurance do helpers need?
User: The tiler says the bathroom floor isn't level. Who has to fix that?
User: I'm thinking about underfloor heating in the bathroom only. Is it worth it?
User: I want to plan the lights in the living room. How many does one need for 30 square metres?
User: The bank asks for a list of all costs so far. Can you make a template?

[9:01 am on 2 May, 2025] Maya: I finally planted the tomatoes, the balcony looks like a jungle.
[9:03 am on 2 May, 2025] Leo: Wow, tomatoes on a balcony! I only have a cactus.
[8:10 pm on 9 May, 2025] Maya: My sister came over and we made pasta from scratch, so messy and so good.
[8:15 pm on 9 May, 2025] Leo: Sounds great. I've been working late all week, the new project is a lot.
[7:00 pm on 15 May, 2025] Leo: I showed my team the prototype today and they loved it.
[7:05 pm on 15 May, 2025] Maya: That's awesome Leo, you worked so hard for this!
[10:00 am on 20 May, 2025] Maya: I took the kids to the science museum and they loved the dinosaurs.
[10:02 am on 20 May, 2025] Leo: My nephew loves dinosaurs too, he knows all the names.
[6:30 pm on 1 June, 2025] Leo: I went to a concert in the park with some friends from work.
[6:32 pm on 1 June, 2025] Maya: Music in the park is the best. It makes me feel so free.
[9:15 pm on 8 June, 2025] Maya: I've been painting again, mostly flowers. It helps me relax.
[9:20 pm on 8 June, 2025] Leo: I love your paintings! The one with the lake is still my favorite.
[1:00 pm on 14 June, 2025] Maya: The kids and I painted together last weekend, mine is of a sunset.
[1:10 pm on 14 June, 2025] Leo: That's a great way to spend time as a family.
[5:00 pm on 22 June, 2025] Leo: I've started volunteering at the shelter, the dogs are so sweet.
[5:03 pm on 22 June, 2025] Maya: Good for you! Dogs bring so much joy. Ours keeps the kids busy.
[8:40 am on 29 June, 2025] Maya: We went camping last week, the kids roasted marshmallows and told stories.
[8:44 am on 29 June, 2025] Leo: Camping with family sounds so peaceful.
[7:30 pm on 4 July, 2025] Leo: I had a talk with my boss about the future and she was really supportive.
[7:35 pm on 4 July, 2025] Maya: It's so important to have people who support you.
[11:00 am on 12 July, 2025] Maya: My daughter's birthday was so much fun, we danced in the kitchen.
[11:05 am on 12 July, 2025] Leo: Happy birthday to her! My mum used to dance with us in the kitchen too.
[6:00 pm on 20 July, 2025] Leo: I gave a talk at a local school about my work, the kids asked great questions.
[6:10 pm on 20 July, 2025] Maya: Kids always ask the best questions. I'm so proud of you.
[9:00 pm on 28 July, 2025] Maya: Went to a pottery class yesterday and made a bowl for the kids.
[9:05 pm on 28 July, 2025] Leo: A bowl! I've always wanted to try pottery.
[4:00 pm on 3 August, 2025] Leo: One of the dogs at the shelter was adopted today and I cried a little.
[4:05 pm on 3 August, 2025] Maya: I would cry too. You do so much for those dogs.
[10:20 am on 11 August, 2025] Maya: We were at the beach with my parents and found a crab.
[10:25 am on 11 August, 2025] Leo: I love the beach. I read a whole book there last summer.
[8:00 pm on 19 August, 2025] Leo: I'm reading a book about courage that my friend gave me. It's inspiring.
[8:05 pm on 19 August, 2025] Maya: Books like that can change how you see things.
[7:00 am on 25 August, 2025] Maya: The tomatoes are ripe, I bring you some on Friday.
[7:04 am on 25 August, 2025] Leo: Yes please! I make a salad for everyone.
[9:30 pm on 2 September, 2025] Leo: The project was launched today, the whole team went out to celebrate.
[9:35 pm on 2 September, 2025] Maya: Congrats! I knew that the launch would go well.

User: I manage a small bookshop and want to analyse our sales in a notebook. How do I read many CSV files at once?
User: Each sale has a date, a title and a price. How do I sum the sales per month?
User: I want to plot the sales per month with the holidays marked. How do I add the lines?
User: Some titles are spelled in two ways in the files. How do I find them?
User: My notebook uses a lot of memory with all the files. What can I drop?
User: I've cleaned the titles with a dictionary. Is there a better way?
User: I'd like to predict the sales for December. Which simple model would you start with?
User: The prediction for December is far too low. What could I have missed?
User: How do I explain a confidence interval to my boss?
User: I added the weather as a column and nothing changed. How do I know if a column matters?
User: We have a loyalty card with 800 members. How do I link the sales to them?
User: I want to know which books are bought together. What is this called?
User: The rules about books that are bought together are full of bestsellers. How do I get interesting ones?
User: How do I make a report from the notebook that my boss can open?
User: I wrote a function that reads one file and tests it with a small sample. Should I add types?
User: The cash desk exports prices with a comma. How do I parse them?
User: My boss asked for the sales of children's books only. How do I filter by the number at the start of the code?
User: I want to run the report each Monday at seven. What is the simplest way?
User: Last Monday the report was empty because a file was missing. How do I check for that?
User: I'm learning SQL at the same time. How would the query per month look in SQL?
`;

const GERMAN_CHATS = `
User: Ich plane den Geburtstag meiner Mutter, sie wird siebzig. Wo fange ich an?
User: Meine Mutter mag Gartenmusik und alte Filme. Welches Motto würde passen?
User: Wie schreibe ich eine Einladung, die nicht steif klingt?
User: Zum Geburtstag kommen auch drei Kinder. Was können sie am Nachmittag machen?
User: Ich möchte eine kleine Rede halten. Wie lang darf sie sein?
User: Mein Bruder macht Fotos vom Fest. Wie sammeln wir sie ein?
User: Welche Kuchen kann man am Tag vorher backen?
User: Der Garten hat wenig Schatten. Was hilft gegen die Hitze?
User: Ich habe Lichterketten für den Garten gekauft. Wie hänge ich sie ohne Bäume auf?
User: Meine Tante isst kein Gluten. Welche Salate gehen?
User: Wie viele Getränke brauche ich für das Fest?
User: Die Nachbarn sind auch eingeladen. Muss ich trotzdem Bescheid sagen, dass es laut wird?
User: Ich suche ein Geschenk von uns allen. Hast du Ideen rund um Filme?
User: Wie stelle ich die Tische, damit alle miteinander reden?
User: Kannst du mir einen Ablauf für den Nachmittag machen?
`;

export interface ConsistentChat {
  language: Language;
  /** Texts, in their order. */
  turns: string[];
}

export const CONSISTENT_CHATS: ConsistentChat[] = [
  ...chatsOf(ENGLISH_CHATS, 'english'),
  ...chatsOf(GERMAN_CHATS, 'german'),
];

function chatsOf(chats: string, language: Language): ConsistentChat[] {
  return chats
    .trim()
    .split('\n\n')
    .map((chat) => ({ language, turns: chat.split('\n') }));
}
