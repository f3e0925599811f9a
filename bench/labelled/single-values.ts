// Written to train the weights for reports: statements in the same words about another value. Of what the first ones say a
// subject has one value at a time, of what the second ones say it may have many.

/** Both cannot hold. */
export const ONE_VALUE = `
The user lives in Rome. | The user lives in Turin.
The user lives in Dublin. | The user lives in Cork.
User lives in Warsaw | User lives in Gdansk
The user lives in Nairobi, Kenya. | The user lives in Mombasa, Kenya.
Karim lives in Lyon. | Karim lives in Nantes.
I live in Porto. | I live in Braga.
My sister lives in Graz. | My sister lives in Linz.
The user is based in Toronto. | The user is based in Calgary.
The user was born in 1988. | The user was born in 1990.
The user works at Siemens. | The user works at Airbus.
Lena works at Spotify. | Lena works at Zalando.
The user works as a teacher. | The user works as a librarian.
The user is married to Eva. | The user is married to Lucia.
The user's dog is called Bruno. | The user's dog is called Max.
The user's name is Tomas. | The user's name is Viktor.
The user's favorite movie is Alien. | The user's favorite movie is Heat.
My favourite colour is green. | My favourite colour is purple.
The user's timezone is CET. | The user's timezone is PST.
The primary database is Oracle. | The primary database is MariaDB.
The database is SQLite. | The database is PostgreSQL.
The frontend is written in Vue. | The frontend is written in Svelte.
The default branch is master. | The default branch is main.
The main branch is called trunk. | The main branch is called develop.
The project deadline is 3 June. | The project deadline is 17 June.
The launch is on Monday. | The launch is on Thursday.
We deploy on Mondays. | We deploy on Wednesdays.
The retro takes place on Friday. | The retro takes place on Tuesday.
The office is in Basel. | The office is in Zurich.
The service runs on port 5000. | The service runs on port 7000.
The CI server is Jenkins. | The CI server is Buildkite.
Editor: Vim | Editor: Emacs
Country: Norway | Country: Finland
Region: eu-west-1 | Region: us-east-2
Owner: Paula | Owner: Igor
The user drinks coffee black. | The user drinks coffee with sugar.
The user prefers trains. | The user does not prefer trains.
The user prefers iOS. | The user prefers Android.
The user prefers short meetings. | The user prefers long meetings.
`;

/** Both may stand side by side. */
export const MANY_VALUES = `
The user likes Rome. | The user likes Turin.
The user visited Dublin. | The user visited Cork.
The user has a cat. | The user has a rabbit.
Karim plays chess. | Karim plays football.
The user plays the violin. | The user plays the drums.
The user speaks Polish. | The user speaks Czech.
The user knows Rust. | The user knows Haskell.
The user enjoys hiking. | The user enjoys swimming.
The user reads Kafka. | The user reads Borges.
The user owns a bicycle. | The user owns a scooter.
The user wants to visit Japan. | The user wants to visit Peru.
The user bought a lamp. | The user bought a chair.
I like techno. | I like soul.
The user has a brother named Jan. | The user has a sister named Ida.
The project uses Redis. | The project uses Kafka.
The app supports dark mode. | The app supports offline mode.
The team uses Slack. | The team uses Notion.
We deploy to staging on Mondays. | We deploy to production on Wednesdays.
The API returns JSON. | The API returns pagination links.
Decided: errors are logged. | Decided: warnings are hidden.
Todo: renew the certificate | Todo: rotate the secrets
Goal: fewer incidents | Goal: faster builds
Note: Paula is on leave | Note: Igor is on call
Lena works at Spotify. | Lena works from home.
Karim lives in Lyon. | Karim lives with his parents.
The user lives in Rome. | The user's cousin lives in Turin.
The user is a teacher. | The user is left-handed.
The user is tall. | The user is curious.
The database is SQLite. | The database is encrypted.
The launch is on Monday. | The launch is in Basel.
The main office is in Basel. | The second office is in Zurich.
The unit tests run on port 5000. | The browser tests run on port 7000.
The user prefers trains over buses. | The user prefers hotels over hostels.
The user prefers spicy food. | The user prefers quiet restaurants.
The user prefers short emails. | The user prefers morning meetings.
Max studies law. | Max studies at night.
The user ate ramen. | The user ate dumplings.
The user asked about taxes. | The user asked about insurance.
`;
