// `npm run model -- install [NAME] | list | remove NAME`: models that run in the process: of embeddings, and NLI for CONFLICT_JUDGE. `packages`
// installs only what runs them, for an image or a machine without a hub.
import { installLocalModelPackages } from './local-model-packages.mjs';

const [command] = process.argv.slice(2);
if (command === 'install' || command === 'packages') installLocalModelPackages();
if (command === 'packages') {
  console.log('The packages that run embedding models are installed.');
} else {
  // Not in an image that is being built: what compiles is gone there.
  const { runBuilt } = await import('./run-built.mjs');
  runBuilt('model-run.js');
}
