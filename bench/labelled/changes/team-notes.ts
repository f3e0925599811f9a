import type { PairLines } from './pair-lines';

/** Decisions and minutes as a team writes them down, in the first person plural. */
export const TEAM_NOTES: PairLines = {
  tools: `
update explicit | We use Slack for all internal communication. | We moved from Slack to Mattermost in the first week of March.
update implicit | Feature flags are managed in LaunchDarkly. | Our feature flags are configured through Unleash.
update reversed ? | The mobile app is built with Flutter. | Our first mobile app was written in React Native.
update partial | We host the code on Bitbucket and track issues in YouTrack. | The code now lives on a self-hosted GitLab.
contradiction never | During the pilot we tested the product with Cypress. | We have never tried Cypress.
none other-attribute | We use Slack for all internal communication. | We have switched the Slack channels to a new naming scheme.
none scope | Designers work in Figma. | Technical writers work in MadCap Flare.
none other-subject | Marketing sends newsletters with Brevo. | Sales tracks leads with Pipedrive.
`,
  projects: `
update explicit | Project Lighthouse is led by the data team. | We agreed that the platform team takes over Project Lighthouse from the data team.
update implicit | Customers must opt in to the beta. | The beta is open to everyone.
update explicit | The reporting module is part of the core product. | Reporting is no longer part of the core product; it is sold as an add-on.
duplicate paraphrase | We release a new version every two weeks. | A new version goes out fortnightly.
none other-subject | The importer supports CSV. | The exporter supports Parquet.
none other-attribute | Project Lighthouse has a budget of 200,000 euros. | Project Lighthouse now has its own mailing list.
none list | Decided: logins need a second factor. | Decided: invoices are sent as PDF.
none not-stated | We support Internet Explorer in the customer portal. | Somebody asked whether we could stop supporting Internet Explorer; to be discussed.
none both-hold | We offer the product as a hosted service. | We offer the product for installation on premises.
`,
  people: `
update explicit | Chiara is our product owner. | As of Monday, Femi is product owner instead of Chiara.
update implicit | The works council is chaired by Mr. Adler. | Chair of the works council: Ms. Brandt.
update partial | Chiara runs the retrospectives and writes the release notes. | The release notes are written by Jonas from now on.
contradiction implicit | Jonas joined the company in 2019. | Jonas has been with us since 2017.
duplicate paraphrase | New hires get a mentor for their first three months. | For the first three months every new hire is assigned a mentor.
none other-subject | Femi speaks for the backend developers. | Chiara speaks for the designers.
none other-attribute | Jonas is a tester. | Jonas has moved to part-time work.
none unrelated | Femi is responsible for accessibility. | Ms. Brandt replaced the coffee machine on the second floor.
`,
  places: `
update explicit | The standup takes place in the kitchen. | We don't hold the standup in the kitchen any more; it is in room Ada.
update implicit | Our headquarters are in Ghent. | The company is headquartered in Antwerp.
update implicit | Releases are announced in the #general channel. | Release announcements are posted to #releases.
duplicate paraphrase | The offsite will be held at a hotel near Bruges. | We are holding the offsite in a hotel close to Bruges.
none other-subject | The Ghent office has a terrace. | The Antwerp office has a gym.
none scope | Workshops for customers take place in Brussels. | Workshops for employees take place online.
none both-hold | We have customers in Spain. | We have customers in Norway.
none other-attribute | Room Ada seats twelve people. | Room Ada is on the third floor.
none event | The March all-hands took place in Ghent. | The April all-hands took place in Antwerp.
`,
  numbers: `
update explicit | Pull requests need one approval. | We decided to require two approvals for pull requests from now on.
update implicit | Our support hotline answers within 24 hours. | Support answers within 8 hours.
update implicit | The vacation allowance is 25 days. | Every employee has 30 days of vacation.
contradiction implicit | 120 people attended the 2025 summer party. | About 80 people came to the summer party in 2025.
none scope | The starter plan costs 9 euros a month. | The team plan costs 29 euros a month.
none other-attribute | The sprint is two weeks long. | The sprint has a capacity of 40 points.
none other-subject | The Ghent office has 45 desks. | The Antwerp office has 30 desks.
none event | We closed 31 tickets in the last sprint. | We closed 27 tickets in this sprint.
`,
  plans: `
update explicit | The launch is planned for 1 September. | The launch has been postponed to 15 October.
update implicit | We intend to hire two backend developers this year. | This year's plan is to hire one backend developer and one designer.
update explicit | We will sponsor the JavaScript conference. | We decided against sponsoring the JavaScript conference after all.
duplicate paraphrase | We will move to the new building in spring. | The move to the new building is planned for spring.
none other-subject | The security audit is in June. | The accessibility audit is in August.
none list | Goal for the quarter: shorter build times. | Goal for the quarter: fewer support tickets.
none other-attribute | The launch is planned for 15 October. | We will announce the launch at a press event.
none not-stated | The new logo will be introduced in May. | Marketing would prefer a later date for the new logo.
none unrelated | In autumn we start the partner programme. | The parking rules changed: visitors now register at the front desk.
`,
};
