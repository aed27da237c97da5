// A Fairy-Stockfish that plays Chess (Siberia), as a UCI engine on stdin/stdout, from the npm package fairy-stockfish-nnue.wasm.
// Once, in a folder of your own:   npm install fairy-stockfish-nnue.wasm@1.1.12
// Then from that folder:           node --no-experimental-fetch fairy-stockfish.cjs   (or with its full path, from there)
// Check it first: `bench siberia` must end with 78512 nodes. `setoption name Threads` stays 1.
const fs = require('fs'), path = require('path'), readline = require('readline');
const { createRequire } = require('module');
const Stockfish = createRequire(process.cwd() + '/')('fairy-stockfish-nnue.wasm/stockfish.js');
const ini = fs.readFileSync(path.join(__dirname, 'fairy-stockfish-siberia.ini'));
(async () => {
  const engine = await Stockfish();
  engine.FS.writeFile('/siberia.ini', ini);
  engine.addMessageListener((line) => { for (const part of String(line).split('\n')) process.stdout.write(part + '\n'); });
  const set = () => ['VariantPath value /siberia.ini', 'UCI_Variant value siberia', 'Use NNUE value false']
    .forEach((o) => engine.postMessage('setoption name ' + o));
  set();
  const input = readline.createInterface({ input: process.stdin });
  for await (const line of input) {
    if (line.trim() === 'quit') process.exit(0);
    engine.postMessage(line);
    if (line.trim() === 'uci') set(); // the handshake goes back to chess
  }
  process.exit(0);
})();
