// Conversations on which the rules may be tuned. The form is described in `read-turns.ts`. Written before the rules of
// turns, and in one go with the test conversations.
export const DEV_TURNS = `
# chat
U: Hey! I'm Sarah. I'm a nurse from Leeds and I work nights at the General Infirmary.
A: Nice to meet you, Sarah! Night shifts are hard.
U: They are. What should I cook tonight?
= sarah
= nurse
= leeds
= nights infirmary

# chat
U: My sister lives in Oslo. She works at Equinor. We talk every Sunday.
A: Equinor is a big energy company.
= sister oslo
= sister equinor

# chat
U: I'm married to Jamie and work at Google. Can you help me write a birthday card for him?
= married jamie
= google

# chat
U: So my daughter Mia just turned six, she's crazy about dinosaurs and she's allergic to peanuts.
A: How lovely! You should bake a dinosaur cake without nuts.
U: Good idea. The party is on Saturday at 3pm.
= mia|daughter six
= mia|daughter dinosaurs
= mia|daughter allergic peanuts
= party saturday

# chat
U: I can't eat gluten, I have celiac disease. Also I don't drink alcohol.
A: You could try rice noodles.
U: thanks, sounds good
= gluten
= celiac
= not|n't|never alcohol

# chat
U: Hello there, this is Tomás. I live in Valencia with my husband and our two cats, Luna and Sol.
U: The older cat is blind.
= tomás
= valencia
= husband
= cats luna

# chat
U: We have a dog called Rex. He's a three year old beagle. He hates the vacuum cleaner.
U: lol he just barked at the neighbour
= dog rex
= rex|dog beagle
= rex|dog vacuum

# chat
U: I used to work at Nokia but now I'm a freelance photographer. I mostly shoot weddings.
= nokia
= freelance photographer
= weddings

# chat
U: My brother Paul and my cousin Mark are visiting next week. He is bringing his guitar.
A: That will be fun!
= paul|brother visiting

# chat
U: What a day. The bus was late again and it rained the whole time.
A: Sorry to hear that. You love your job, though, and you live close to the office.
U: yeah whatever

# chat
U: I'm 34, born in Lagos, and I moved to Toronto in 2019. I speak Yoruba and a bit of French.
= 34
= born lagos
= toronto 2019
= yoruba

# chat
U: My parents are retired teachers. They live in Galway. My dad has diabetes.
A: I hope your dad is doing fine.
= parents teachers
= parents galway
= dad diabetes

# chat
U: I'd love to run the Berlin marathon next year. My best time so far is 3:42. I train on Tuesdays and Thursdays.
= marathon
= 3:42
= train tuesdays

# dev
U: The repo uses pnpm, never npm. Run the tests with pnpm test. Never push to main.
A: Understood. I pushed the fix to a branch. The project uses npm workspaces.
= pnpm
= never|not|n't push main

# dev
U: Our API is written in Go. It runs on port 8081 in staging. It needs Redis 7.
A: I've decided to use gin for the router.
= api go
= api 8081
= api redis

# dev
U: Can you fix the failing test in auth.spec.ts?
A: Fixed. The root cause was a stale token cache.
U: great. btw don't use default exports, we only use named exports here
= not|n't|never default exports
= named exports

# dev
U: I'm the tech lead of the payments team. Maria owns the billing service and Jonas does the frontend.
A: Thanks for the context!
= tech lead payments
= maria billing
= jonas frontend

# dev
U: We deploy on Thursdays because the support team is fully staffed then. We don't deploy in December.
= deploy thursdays
= not|n't|never december

# dev
U: Refactor this function please.
\`\`\`
const x = 1; // I prefer tabs
\`\`\`
A: Done. We decided to rename it to computeTotals.
U: Looks good, commit it.

# dev
U: Staging is at https://staging.shop.dev and it resets every night at 2am. The admin user there is called qa-admin.
= staging staging.shop.dev
= staging resets
= qa-admin

# dev
U: I want you to answer in short bullet points. No emojis. And always show the diff before you write a file.
= bullet
= diff

# dev
U: We moved from Jenkins to GitHub Actions last month. The old Jenkins box is switched off.
A: Great choice. GitHub Actions is very popular.
= github actions
= jenkins off

# support
U: Hi, my name is Peter Novak and my order 48213 arrived damaged. I need a replacement by Friday.
A: I'm sorry to hear that, Peter. I have created ticket 991.
= peter novak
= 48213 damaged
= replacement friday

# support
U: We are on the Business plan with 25 seats. Our billing contact is Linda Meyer.
A: Thanks, I see that. Your plan renews on 1 June.
U: Please send invoices to her, not to me.
= business plan
= linda meyer

# support
customer: My printer is a LaserJet 4200. It shows error 49 after every restart. I've already tried to reset it.
A: Please update the firmware to version 8.
= printer laserjet
= printer|laserjet error 49

# support
U: The app crashes when I open the calendar on my Pixel 7. It works fine on my tablet.
A: We know about the problem. We released a fix yesterday.
= crashes calendar pixel

# support
U: I prefer to be called in the afternoon. My phone is off until 2pm. I'm deaf in one ear so please speak loudly.
= afternoon
= deaf

# support
U: Is there a student discount? I study physics at Uppsala University.
A: Yes, students get 20 percent off.
= physics uppsala

# german
U: Hallo, ich heiße Sabine und wohne in Hamburg. Ich arbeite als Lehrerin.
A: Freut mich, Sabine!
= sabine
= hamburg
= lehrerin

# german
U: Meine Schwester wohnt in Wien. Sie arbeitet bei Siemens. Wie wird das Wetter morgen?
= schwester wien
= schwester siemens

# german
U: Wir haben beschlossen, PostgreSQL zu verwenden. Bitte niemals direkt auf main pushen.
A: Verstanden. Wir verwenden ab jetzt MySQL.
= postgresql
= niemals|nie|nicht main

# german
U: Ich bin Vegetarier und trinke keinen Alkohol. Ich mag scharfes Essen.
= vegetarier
= kein|nicht alkohol
= scharf

# german
U: Mein Sohn Jonas ist acht. Er spielt Fußball und hat eine Nussallergie.
A: Das ist toll!
= jonas|sohn acht
= jonas|sohn fußball
= jonas|sohn nussallergie

# german
U: Kannst du mir bitte helfen? Ich weiß nicht weiter.
A: Gerne! Ich wohne in der Cloud.
U: haha danke
`;
