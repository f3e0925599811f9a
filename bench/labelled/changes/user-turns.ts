import type { PairLines } from './pair-lines';

/** Turns of a user in long chats with an assistant, weeks apart. */
export const USER_TURNS: PairLines = {
  tools: `
update explicit | User: I'm tracking my household spending in a Google Sheet at the moment. Could you suggest some categories? | User: I've given up on the spreadsheet and now log every expense in YNAB. How do I set up a category for vet bills?
update implicit | User: My camera is a Canon EOS R10, what lens should I get for portraits? | User: With my Sony A7 IV the autofocus on eyes is amazing. Which settings do you recommend for indoor concerts?
contradiction never | User: I wrote the scraper with Playwright last month and it handled the login page fine. Can we speed it up? | User: I have never worked with Playwright before, so please explain the basics first.
contradiction never | User: I've already set up Terraform modules for the staging network, and they apply cleanly. What about state locking? | User: Quick background, I've never used Terraform in any of my projects. Where should I begin?
duplicate paraphrase | User: I keep my recipes in Paprika and sync them to the tablet. Any tips for importing PDFs? | User: All of my recipes are in the Paprika app, by the way. How would I share one with my sister?
none both-hold | User: I use Lightroom to sort my holiday pictures. What's a good rating scheme? | User: For the video clips I use CapCut. How do I add subtitles?
none question | User: We send our newsletter through Mailchimp and about 40 percent open it. Is that good? | User: Would Substack be cheaper than Mailchimp if we had 5,000 readers?
none same-topic | User: I'm using scikit-learn for the churn model and the random forest looks promising. How do I tune the depth? | User: The scikit-learn pipeline throws a warning about feature names when I predict churn. What does it mean?
none other-subject | User: My husband plays on a PlayStation 5, can you suggest games for two? | User: I play everything on my old Nintendo Switch. What's new this year?
`,
  projects: `
update explicit | User: My bakery website will have an online shop with card payments. How do I start? | User: Actually we decided against the online shop, the bakery site will only show the menu and opening hours. Can you adapt the plan?
update implicit | User: The essay I'm writing is about colonial trade in the Indian Ocean. Can you help with the outline? | User: For my essay, which now covers the spice monopoly of the Dutch, I need three more sources. Where would you look?
contradiction never | User: I held two workshops for the community garden last spring and forty people came. How can I build on it? | User: I've never organised a workshop for the garden, how would I go about it?
contradiction implicit | User: The survey for my thesis got 212 answers. Which test should I use? | User: Only 96 people filled in my thesis survey in the end, so I worry about power. Is that enough?
update partial | User: The app has a login page and a dashboard in dark colours. Could you review the layout? | User: I took the login page out, people can open the app without an account. What should be on the first screen instead?
duplicate paraphrase | User: I'm building a tool that matches tutors with pupils in my town. Any name ideas? | User: My project connects pupils in town with somebody who can tutor them. How do I explain that in one line?
none same-topic | User: The garden project got its first raised beds this weekend. What grows well in half shade? | User: For the garden project I need a watering rota for six volunteers. Can you make one?
none hypothetical | User: My online course has eight modules about watercolours. How long should each video be? | User: If the watercolour course had twelve modules instead, what could I charge?
none list | User: I added a search bar to the museum guide this morning. How do I rank results? | User: I added a language menu to the museum guide today. Which flag should I use for English?
`,
  people: `
update explicit | User: My supervisor Dr. Okello wants a draft every two weeks. How do I plan for that? | User: Dr. Okello retired, so Professor Brandão supervises me now. How should I introduce my topic to her?
update implicit | User: I'm seeing someone, Elif, and we want to move in together. What should we talk about first? | User: Being single again at 34 feels strange. How do I meet people without apps?
contradiction never | User: My colleague Ravi reviewed my grant application and found two gaps. How do I fix the budget part? | User: Ravi has never seen my grant application. Should I ask him to read it?
contradiction never | User: I met with the school counsellor on Tuesday about Noah's reading. What do I do with her advice? | User: I haven't ever spoken to a school counsellor about Noah. What could they do for him?
update partial | User: My sister Hana is a florist and lives with our parents. What could I give her for her birthday? | User: Hana found a place of her own last week, so I'd like to bring a housewarming gift. Ideas?
duplicate paraphrase | User: Our daughter Mia is allergic to peanuts. Which snacks are safe? | User: As Mia can't have peanuts because of her allergy, what could I bake for the class?
none other-subject | User: My brother Kofi trains for a triathlon. What should he eat? | User: My neighbour Simon trains for a rowing race. What should he eat?
none other-attribute | User: My manager Teresa prefers short status mails. Can you shorten this one? | User: My manager Teresa is away until the tenth. Who should approve my leave?
none history | User: I work as a translator for a publisher and love it. How do I ask for a raise? | User: Ten years ago I worked in a call centre, and I still hear that tone in my voice. How do I sound warmer?
`,
  places: `
update explicit | User: We live in Aberdeen and the winters are hard on the kids. What can we do indoors? | User: We've settled in Exeter since the move, and the kids love the beach. Any day trips nearby?
update implicit | User: My therapy practice is in the Market Street building, second floor. How do I describe the way? | User: Patients now find me at 14 Harbour Lane. Could you write a note for the website?
contradiction never | User: When I lived in Seoul I took the metro every day. Is there a similar card in Tokyo? | User: I've never been to Korea. What is Seoul like in May?
update explicit | User: The reunion will be at my aunt's farm. How many tents do we need? | User: The farm fell through, so the reunion takes place in the town hall. How should we set up the tables?
duplicate paraphrase | User: I study at the library on Queen's Road most evenings. Any tips against distraction? | User: In the evenings you'll find me in the Queen's Road library with my books. What's a good break rhythm?
none both-hold | User: I'd like to visit Porto in spring. What are the must-sees? | User: I'd like to see Bologna as well one day. Is it easy by train?
none question | User: My flat is in the north of Malmö, near the park. Where can I run? | User: Is the south of Malmö quieter than the north?
none other-subject | User: My office is in the old brewery. What plants survive without sun? | User: My wife's studio is in a former school. How do we heat it?
none event | User: We hiked in the Tatra mountains last weekend and my knee hurts. What helps? | User: Yesterday we hiked around the lake and my knee was fine. Should I still see a doctor?
`,
  numbers: `
update explicit | User: My budget for the birthday party is $500. What can I get for that? | User: Actually I've raised the party budget to $650. Can we afford a magician now?
update implicit | User: I have saved 12,000 euros for the down payment. How much more do I need? | User: With the 15,500 euros that I've put aside for the down payment, what's a realistic price range?
update implicit | User: The model gets an accuracy of 81% on the validation set. Can we do better? | User: After cleaning the labels my model is at 87% accuracy on validation. What should I try next?
contradiction implicit | User: Our wedding had 140 guests and the caterer was great. How do I write the review? | User: For the thank-you cards: there were 95 guests at our wedding. How many boxes do I need?
update explicit | User: I write 500 words a day for my novel. Is that enough? | User: I bumped my daily goal for the novel from 500 to 800 words. How do I keep that up?
none other-attribute | User: My flat costs 1,150 a month. Is that fair? | User: My flat has 58 square metres. Which sofa fits?
none other-subject | User: The API answers in 250 ms on average. What's acceptable? | User: The export job takes 45 seconds on average. What's acceptable?
none scope | User: In January I spent 210 on petrol. How could I save? | User: In February I spent 260 on petrol. Why is it more?
none hypothetical | User: I lift 60 kg in the squat. How do I progress? | User: Suppose I could squat 100 kg, how heavy would my bench press be?
`,
  plans: `
update explicit | User: My driving test is on 8 May. How do I calm my nerves? | User: They moved my driving test to 22 May because the examiner is ill. Can you redo the practice plan?
update implicit | User: I'm going to launch the shop on the first of June. What do I need to do until then? | User: As the shop opens in mid-July, how should I split the marketing over the weeks?
update explicit | User: I plan to take the job in Vancouver. What should I ask before signing? | User: I turned the Vancouver job down and stay where I am. How do I tell them politely?
contradiction never | User: I've booked the flights to Nairobi for 3 August. What should I pack? | User: I have not booked any flights to Nairobi. When is the cheapest time to buy?
duplicate paraphrase | User: We meet the architect on Friday at two. What do we ask? | User: Our appointment with the architect is this Friday, 2 pm. Can you make a checklist?
none other-subject | User: My first sprint ends on 14 March. How do I write the report? | User: My second sprint ends on 28 March. What goes into it?
none not-stated | User: We fly to Crete in September. Which side of the island is calmer? | User: Perhaps we'd be better off in Sardinia, what do you think?
none same-topic | User: My talk at the conference is on Thursday. How do I open it? | User: The slides for the conference talk have too much text. How can I cut them?
none list | User: I want to finish the chapter about harbours this week. Can you check the start? | User: I want to finish the chapter about lighthouses this week. Can you check the end?
`,
  habits: `
update explicit | User: I go for a swim every morning before work. What should I eat after it? | User: I stopped swimming because of my shoulder and cycle to work instead. Is that as good?
update implicit | User: I'm a night owl and write best after midnight. How do I protect that time? | User: My best hours for writing are from six to eight in the morning, before anyone is up. How can I use them well?
contradiction never | User: I meditate for ten minutes after lunch and it helps. Which apps are good? | User: I've never tried meditation. Would it help with stress?
update implicit | User: I drink about five cups of coffee a day. Is that too much? | User: Since I only have one espresso in the morning, I get headaches at noon. Is that normal?
duplicate paraphrase | User: On Sundays I cook for the whole week. Which dishes freeze well? | User: I do my cooking for the week in one go, on Sunday. How do I keep rice fresh?
none both-hold | User: I do yoga on Mondays. What is good for the back? | User: I go bouldering on Thursdays. How do I avoid sore fingers?
none other-subject | User: My son reads for an hour before bed. Which series is good at ten? | User: My daughter draws for an hour after school. Which pens last long?
none question | User: I eat no meat during the week. Where do I get iron? | User: Do people who eat no meat sleep better?
none event | User: I ran eight kilometres on Tuesday without a break. Is that good for a beginner? | User: I ran eleven kilometres today without a break. How long should I rest?
`,
  versions: `
update explicit | User: The site runs on WordPress 6.2 with a child theme. Why is the editor slow? | User: I upgraded the site to WordPress 6.5 last night. Is my child theme still fine?
update implicit | User: I'm on Angular 15 and use standalone components. How do I lazy load? | User: With Angular 17 in my project, should I use the new control flow?
contradiction implicit | User: I developed the plugin against Kotlin 1.8. Do coroutines differ? | User: The plugin was built with Kotlin 1.6 from the very beginning. Could that be the problem?
update explicit | User: The report is due on 30 April and has five chapters. How do I split the time? | User: The deadline for the report was extended to 15 May. Can you move the milestones?
duplicate paraphrase | User: My server has Ubuntu 22.04. Which firewall do you recommend? | User: The machine is an Ubuntu 22.04 server. How do I install the certificates?
none other-subject | User: I use Pandas 2.1 for the sales data. How do I merge? | User: I use Matplotlib 3.8 for the sales charts. How do I rotate labels?
none question | User: My phone is on Android 13. Why does the battery drain? | User: What changed for notifications in Android 14?
none other-attribute | User: The library is at version 4.2 and has 300 stars. How do I get more? | User: The library has 12 open issues. Which should I do first?
none history | User: We run on Java 21. Which garbage collector is good for us? | User: Back when we were on Java 8 the pauses were terrible, so I'm careful. How do I measure them?
`,
};
