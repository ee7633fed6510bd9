import './stop-with-npm.mjs';

// Plain JavaScript on purpose: this must run, and explain itself, on any Node. 78 is "a configuration error" (sysexits.h), and
// the exit code of nothing else here; a service manager can be told not to restart after it.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(`Konter needs Node 24, and this is Node ${process.versions.node}.

"npm ci" brings Node 24 along as the package "node", and npm scripts then use it by themselves. It is missing here:
  - npm may have been told to skip install scripts: "node" needs its own (see allowScripts in package.json);
    run  npm ci --foreground-scripts  and look for what "node" says;
  - or a command was run without npm: use  npm run ...  instead of  node ...`);
  process.exit(78);
}
