// Conversations that no rule was tuned on: do not list their misses. The form is described in `read-turns.ts`.
export const TEST_TURNS = `
# chat
U: Good morning! I'm Daniel, a retired carpenter from Cork.
A: Good morning, Daniel. How can I help?
U: I want to write down my memoirs.
= daniel
= carpenter
= cork
= memoirs

# chat
U: My best friend Aisha is a pilot. She flies for Emirates. I see her twice a year.
= aisha pilot
= aisha emirates

# chat
U: I live with my boyfriend and teach maths at a secondary school. Could you explain fractions?
= boyfriend
= maths

# chat
U: Our son Leo starts school in September. He can't read yet but he loves counting.
A: You must be proud. Leo sounds clever.
= leo|son september
= leo|son counting

# chat
U: I'm allergic to penicillin and I don't tolerate lactose.
A: I'm allergic to bad puns!
= allergic penicillin
= lactose

# chat
U: hey, it's Kim here. i moved to Busan last spring and i still miss my old flat
= kim
= busan

# chat
U: I've got two cats. They're called Miso and Tofu. Tofu is diabetic.
= two cats
= miso
= tofu diabetic

# chat
U: I quit my job at the bank and started a bakery. It's called Crumb. We open at 6am.
= bank
= bakery
= crumb

# chat
U: Tell me a joke.
A: We decided that jokes are good. Your favourite colour is blue.
U: haha nice one

# chat
U: My mother is from Naples and my father is from Kyoto. They met in Paris in 1981.
= mother naples
= father kyoto
= parents|mother|father paris

# chat
U: I'm vegan, 29 and left-handed. I never wear leather.
= vegan
= 29
= left-handed
= never leather

# chat
U: My boss is Helen. She wants weekly reports. I work from home on Fridays.
= boss helen
= helen|boss reports
= home fridays

# chat
U: I play the cello in an amateur orchestra. We rehearse every Wednesday. I don't like Wagner.
= cello
= rehearse wednesday
= n't|not|dislikes wagner

# chat
U: It was lovely. She said she liked it too. I think that went well.
A: I'm glad. You live in London, right?

# dev
U: This service is a Rust workspace. It exposes gRPC on 50051. We don't use async-std.
= rust
= service 50051
= not|n't|never async-std

# dev
U: Please never commit generated files. Always squash before merging.
A: Sure. I always rebase. The team prefers merge commits.
= never|not|n't generated
= squash

# dev
U: I maintain the billing library and review the mobile app. My editor is Neovim.
= billing
= mobile
= neovim

# dev
U: Why does the build fail?
A: The build fails because node 18 is installed. The project requires node 20.
U: ok. We pin Node 22 in CI, by the way.
= node 22

# dev
U: The database is called orders_v2. It lives in eu-west-1. It must not be restarted during the day.
= orders_v2
= orders_v2|database eu-west-1
= orders_v2|database not|n't|never restarted

# dev
U: We agreed to drop IE support and to raise the minimum TypeScript version to 5.4.
= ie
= typescript 5.4

# dev
U: Ana is on leave until 3 March. Talk to Victor about the migrations, he wrote them.
A: Got it.
= ana leave

# dev
U: Write a SQL query that lists all users older than 30.
A: Here you go. We use Oracle for this.
U: Perfect, thanks

# dev
U: The linter is Biome, not ESLint. Tests live next to the sources. I hate long functions.
= biome
= tests sources
= hates|hate long functions

# support
U: Hello, I'm Fatima Rahman. I have a Premium account and I was charged twice in May.
A: I'm sorry. I refunded 20 euros.
= fatima rahman
= premium
= charged twice

# support
customer: Our router is a FRITZ!Box 7590. It loses the connection every evening. We already replaced the cable.
= router fritz
= router|fritz connection

# support
U: I can't be reached before noon. My wife handles the contract, her name is Elif.
= noon
= wife contract
= wife elif

# support
U: My company has 12 employees and we use the API for invoices. Does that need a new plan?
A: You need the Pro plan.
= 12 employees
= api invoices

# support
U: It doesn't work! Nothing works. Fix it.
A: We restarted your server. Your server runs Debian 12.

# support
U: I bought the X200 in March. It stopped charging yesterday. I don't want a refund, I want a repair.
= x200 march
= x200 charging
= n't|not refund

# german
U: Guten Tag, ich bin Thomas aus Bremen. Ich bin Elektriker und habe zwei Kinder.
= thomas
= bremen
= elektriker
= zwei kinder

# german
U: Mein Bruder heißt Felix. Er studiert Medizin in Graz. Ich mag keine Zwiebeln.
A: Zwiebeln sind gesund.
= bruder felix
= bruder|felix medizin
= kein|nicht zwiebeln

# german
U: Unsere API läuft auf Port 9000. Wir verwenden kein Docker. Antworte bitte immer auf Deutsch.
= api 9000
= kein|nicht docker
= deutsch

# german
U: Meine Frau ist Ärztin. Sie arbeitet am Klinikum in Essen. Wir ziehen im Mai nach Köln um.
= frau ärztin
= frau essen
= köln

# german
U: Ich esse kein Fleisch und arbeite bei der Post. Seit 2020 lebe ich in Dresden.
= kein|nicht fleisch
= post
= dresden

# german
U: Was kostet das? Das ist mir zu teuer. Danke!
A: Wir haben beschlossen, den Preis zu senken.
`;
