const path = require('node:path')

/** Replaces style sheets and pictures by the name of the file. */
module.exports = {
  process: (_source, file) => ({ code: `module.exports = ${JSON.stringify(path.basename(file))}` }),
}
