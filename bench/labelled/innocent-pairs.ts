/** Similar, and both may stand side by side. */
export const INNOCENTS = `
The user likes sushi. | The user likes ramen.
Alice lives in Berlin. | Bob lives in Munich.
The API timeout is 30 seconds. | The database timeout is 60 seconds.
The user visited Rome in 2019. | The user visited Paris in 2022.
On 3 May the user ran 10 km. | On 7 May the user ran 8 km.
The backend is written in Go. | The frontend is written in TypeScript.
User speaks German. | User speaks Spanish.
Staging runs on port 8080. | Production runs on port 80.
The user has a dog named Rex. | The user has a cat named Mia.
Anna is allergic to peanuts. | Anna does not like mushrooms.
The project uses TypeScript. | The project uses Jest for tests.
Deploys happen on Tuesdays. | The team retro is on Thursdays.
The user prefers short answers. | The user prefers code examples in Python.
The build failed on Monday because of a missing environment variable. | The build failed on Wednesday because of a flaky test.
The user works at Google. | The user's wife works at Microsoft.
Fixed the null pointer in the parser. | Fixed the memory leak in the scheduler.
The user used to live in Madrid. | The user lives in Vienna.
The user lives in Berlin. | The user is thinking about moving to Lisbon.
The user has a sister called Emma. | The user has a brother called Leo.
User has two children. | The user's older daughter is named Clara.
Unit tests must not reach the network. | End-to-end tests may reach the network.
Session tokens expire after 6 hours. | Refresh tokens expire after 30 days.
User drinks coffee in the morning | User drinks tea in the evening.
The user is learning Rust. | The user knows Python well.
Don't use console.log in production code. | Use the logger service for production code.
The billing service is owned by Maria. | The owner of the search service is Jonas.
The user met Sarah at the conference on Monday. | The user met David at the conference on Tuesday.
Release 2.1 shipped on 3 March. | Release 2.2 shipped on 17 March.
The user doesn't eat pork. | The user eats a lot of vegetables.
The user's flight to London leaves at 9:30. | The user's flight to Oslo leaves at 14:10.
Caroline went to a support group yesterday. | Caroline went hiking with her family last weekend.
Redis is used for caching. | PostgreSQL is used for persistent storage.
Function names use camelCase. | File names use kebab-case.
User hates early meetings. | User loves hiking in the mountains.
The maximum upload size is 5 GB. | The maximum content length of a memory is 10000 characters.
The team decided to use GraphQL for the mobile API. | The team decided to hire a designer.
Mark owns a red bike. | Mark owns a blue car.
Bug #123 is fixed. | Bug #456 is not fixed yet.
The user plans to travel to Japan in October. | The user plans to renovate the kitchen in spring.
The staging environment is enabled for QA. | Debug logging is disabled in production.
The user has a meeting with Anna on 5 June at 10:00. | The user has a meeting with Tobias on 5 June at 14:00.
Kate is married to Paul. | Kate's brother is married to Lisa.
Invoices are sent on the 1st of each month. | Salaries are paid on the 25th of each month.
The user has a dog. | The user has a dog called Rex that is five years old.
User likes hiking, cycling and swimming. | User likes cooking and hiking.
Test coverage rose to 81 % in March. | Test coverage rose to 84 % in April.
Alice reports to Bob. | Bob reports to Carol.
The user likes coffee. | The user doesn't drink coffee after 6 pm.
The user lives in Berlin. | The user lives with his girlfriend.
The user lives in Berlin. | The user was born in Munich.
The user lives in Berlin. | The user lives in Germany.
Redis runs on port 6379. | Postgres runs on port 5432.
Elena works as a nurse. | Elena works at St. Mary hospital.
User bought 3 books. | User bought 2 games.
The frontend uses React. | The frontend uses Tailwind.
The user ordered pizza on Friday. | The user ordered sushi on Saturday.
Ravi prefers Slack. | Mei prefers email.
Deploy to staging before deploying to production. | Deploy to production only after approval.
User visited the dentist on 3 May. | User visited the dentist on 10 November.
The function parseDate returns null for invalid input. | The function parseDate throws on empty input.
PR #41 was merged. | PR #42 was rejected.
The user wants to lose 5 kg. | The user weighs 80 kg.
The user has a brother. | The user has no sister.
Node 20 is required. | Node 22 is supported.
Run migrations before starting the server. | Run the linter before committing.
The user is tired today. | The user is happy about the new job.
Meeting notes: Anna will prepare the slides. | Meeting notes: Tom will book the room.
The production database has 4 replicas. | The staging database has 1 replica.
Use async/await in services. | Use dependency injection in services.
The user prefers TypeScript for backend work. | The user prefers Python for data analysis.
The user's mother is 70 years old. | The user's father is 72 years old.
The test suite takes 4 minutes. | The build takes 2 minutes.
The user doesn't like horror movies. | The user likes science fiction movies.
The user plays guitar. | The user plays football on Sundays.
The user finished the report on Tuesday. | The user started the presentation on Wednesday.
Logs are rotated daily. | Logs are kept for 14 days.
The search endpoint is GET /search. | The upload endpoint is POST /upload.
The user travels to Madrid next week. | The user travels to Lisbon in September.
Error: connection refused at port 5432 | Error: connection timed out at port 6379
The user is allergic to cats. | The user is allergic to pollen.
Emma goes to school in Leeds. | Emma goes to the gym in Leeds.
Never log access tokens. | Never log passwords.
The API returns 404 for unknown users. | The API returns 401 for missing tokens.
Team lunch is on Fridays. | Team retrospective is on Fridays.
The user likes Berlin. | The user lives in Munich.
The user is not a morning person. | The user is a software engineer.
User asked to book a flight to Rome. | User asked to book a hotel in Rome.
The user's manager is Karen. | Karen is the manager of the sales team.
Unit tests are in src, next to the code. | End-to-end tests are in test.
The deadline for chapter 1 is 3 May. | The deadline for chapter 2 is 20 May.
Lucy has been to Spain. | Lucy has been to Portugal.
The free plan allows 3 projects. | The pro plan allows 50 projects.
User spent 40 euros on groceries. | User spent 60 euros on petrol.
We use feature flags for risky changes. | We use code review for all changes.
The payment service is written in Java 17. | The notification service is written in Java 21.
Grace likes skiing in winter. | Grace likes sailing in summer.
The user has an appointment with the lawyer on 3 March. | The user has an appointment with the dentist on 5 March.
The migration script failed on the staging database. | The migration script succeeded on the production database.
The user wants to learn Italian. | The user speaks French.
Tina is vegetarian. | Tina hates cooking.
Python scripts are in tools/. | Shell scripts are in scripts/.
The user asked how to sort a list in Python. | The user asked how to reverse a string in Python.
Henrik joined the team in March. | Astrid joined the team in May.
User watched Inception on Saturday. | User watched Interstellar on Sunday.
The button is blue. | The header is green.
Requests without a token get status 401. | Requests with an expired token get status 403.
The user can play the violin. | The user cannot play chess.
The user's laptop has 16 GB of RAM. | The user's desktop has 64 GB of RAM.
Use British spelling in the docs. | Use Oxford commas in the docs.
The user felt tired on Monday. | The user felt great on Thursday.
Kim lives with two roommates. | Kim lives near the station.
Before the release, update the changelog. | After the release, announce it in Slack.
The user is planning a trip to Norway. | The user went to Sweden last summer.
The user has an exam on 10 June. | The user has a job interview on 12 June.
The app crashed twice on 4 April. | The app crashed three times on 9 April.
Endpoint /users supports pagination. | Endpoint /orders does not support pagination.
Version 1.4 added dark mode. | Version 1.5 added offline mode.
Lena manages the Berlin office. | Marc manages the Paris office.
The user loves dogs. | The user is afraid of spiders.
Oscar's first language is Swedish. | Oscar's second language is English.
The minimum password length is 12 characters. | The maximum password length is 128 characters.
The user runs on Tuesdays. | The user swims on Fridays.
Integration tests need Docker. | Unit tests do not need Docker.
Query p50 is 3 ms. | Query p99 is 40 ms.
The user gave 4 stars to the Thai restaurant. | The user gave 2 stars to the burger place.
The user and Tom went climbing. | The user and Sara went climbing.
The user reads the news in the morning. | The user reads novels in the evening.
Component A depends on component B. | Component B depends on component C.
User prefers dark chocolate. | User prefers a light breakfast.
The user never drinks alcohol. | The user drinks a lot of water.
The backend team is in Warsaw. | The design team is in Lisbon.
On Android the button is on the left. | On iOS the button is on the right.
If the build fails, notify Anna. | If the deploy fails, notify Ben.
The user booked a room for two nights. | The user booked a table for four people.
The 2024 budget was 2 million euros. | The 2025 budget was 3 million euros.
User completed the first module of the course. | User completed the third module of the course.
Read replicas serve GET requests. | The primary serves POST requests.
Paul is the father of Nina. | Paul is the father of Mark.
Hotel check-in is at 15:00. | Hotel check-out is at 11:00.
The API uses cursor pagination. | The API uses OAuth for login.
User takes 50 mg of sertraline daily. | User takes 10 mg of melatonin at night.
The office is on the third floor. | The canteen is on the first floor.
Jane is a vegetarian. | Jane cooks for her family every week.
The user owns a car. | The user does not own a bike.
The flight to Rome departs at 7:45. | The train to Rome departs at 8:15.
Hanna's son is 4 years old. | Hanna's daughter is 6 years old.
Michael gave a talk on the first day. | Michael attended a workshop on the second day.
The library is licensed under MIT. | The library has no dependencies.
The user is from Brazil. | The user lives in Portugal.
Use snake_case for column names. | Use plural nouns for table names.
The report for Q1 is due on 15 April. | The report for Q2 is due on 15 July.
The user has been to the gym today. | The user has not slept well today.
Builds are triggered on every push. | Deployments are triggered on tags.
The parser handles comments. | The parser does not handle macros.
The user met his cousin in Paris. | The user met an old friend in London.
The company was founded in 1998. | The company went public in 2004.
Rent is 1200 dollars per month. | Electricity is 80 dollars per month.
The user enjoys running in the park. | The user enjoys reading at home.
POST /memories stores a memory. | DELETE /memories/{id} deletes a memory.
Server A is in Frankfurt. | Server B is in Dublin.
The user ate pasta for lunch. | The user ate salad for dinner.
The design review is scheduled for Tuesday. | The security review is scheduled for Thursday.
The user wants to visit Japan. | The user wants to visit Peru.
Tim is taller than Ben. | Ben is taller than Leo.
Retry failed requests three times. | Log failed requests.
The user uses a MacBook for work. | The user uses a Windows PC for gaming.
The deploy took 12 minutes on Monday. | The deploy took 9 minutes on Thursday.
Sophie manages Liam. | Liam manages Noah.
The docs are written in Markdown. | The docs are hosted on Read the Docs.
The user prefers window seats. | The user prefers morning flights.
The nightly job runs at 02:00. | The weekly job runs at 04:00.
The user drinks two cups of coffee a day. | The user drinks two litres of water a day.
Anna works at Bosch. | Anna worked at Siemens before.
The order service calls the stock service. | The stock service calls the price service.
The README is in English. | The user manual is in German.
Use UTC for timestamps in the database. | Show local time in the user interface.
The user has a son named Paul. | The user has a daughter named Paula.
Test accounts expire after 7 days. | Trial accounts expire after 14 days.
The user plays the piano. | The user played the violin as a child.
The first milestone is due on 1 May. | The second milestone is due on 1 July.
Sven is on vacation until 14 August. | Ines is on vacation until 21 August.
The user is reading Dune. | The user is watching Severance.
Port 5432 is used by PostgreSQL. | Port 6379 is used by Redis.
The user likes his job. | The user likes his new apartment.
Small images are cached for 1 hour. | Large images are cached for 1 day.
The user's grandmother turned 90. | The user's niece turned 9.
Green means that the build passed. | Red means that the build failed.
Lisa is the owner of a bakery. | Omar is the owner of a garage.
The team meets in room 204. | The board meets in room 310.
The user is interested in history. | The user studied chemistry.
Reads go to the replica. | Writes go to the primary.
The import takes 10 seconds for small files. | The import takes 3 minutes for large files.
The user wrote a poem yesterday. | The user wrote a song last week.
The client is written in Swift. | The client talks to the server over gRPC.
The parser accepts trailing commas. | The parser rejects comments.
Maria speaks Italian with her mother. | Maria speaks German with her father.
The user subscribed to the newsletter in May. | The user unsubscribed from the mailing list in June.
Do not edit generated files. | Do not commit build output.
Staging has debug logging enabled. | Production has debug logging disabled.
The user spent the weekend in Hamburg. | The user spent the holidays in Austria.
The cheap plan costs 5 euros per month. | The family plan costs 15 euros per month.
Noah's favorite subject is maths. | Noah's favorite sport is judo.
Errors of the user are 4xx. | Errors of the server are 5xx.
The user bought oat milk on Monday. | The user bought bread on Tuesday.
Kafka topics have three replicas. | Kafka topics are named after events.
The user has two meetings on Thursday. | The user has five meetings on Friday.
The dark theme uses a blue accent. | The light theme uses an orange accent.
Before lunch the user answers email. | After lunch the user writes code.
`;
