/** Stands for style sheets and pictures: a test sees their address, never their bytes. */
module.exports = 'asset'
