const path = require('node:path')

/** Stands for style sheets and pictures: a test sees their name as the address, never their bytes. */
module.exports = {
  process: (_source, file) => ({ code: `module.exports = ${JSON.stringify(path.basename(file))}` }),
}
