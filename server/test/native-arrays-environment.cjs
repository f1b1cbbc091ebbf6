const { TestEnvironment } = require('jest-environment-node')

/**
 * Jest gives tests arrays of a realm of their own, and onnxruntime, which is native, returns those of the process: it would not take its
 * own result for an array. Test files that run networks begin with `@jest-environment ./test/native-arrays-environment.cjs`.
 */
module.exports = class NativeArraysEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    Object.assign(this.global, { Float32Array, BigInt64Array, Uint8Array, ArrayBuffer })
  }
}
