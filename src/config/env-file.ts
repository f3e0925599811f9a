import { existsSync } from 'node:fs';

// Adds the variables of a `.env` file in the working directory to the environment, which wins.
if (existsSync('.env')) process.loadEnvFile();
