/** @jest-environment ./test/native-arrays-environment.cjs */
import { AnalysisRefused } from '../runtime/analysis-refused.ts'

afterEach(() => jest.resetModules())

test('opens the network for each kind of image, with the hash of its file', async () => {
  const { openBaseModel } = await import('./open-model.ts')
  const { name, sha256, network } = await openBaseModel('stained')
  expect({ name, sha256, input: network.card.input }).toEqual({
    name: 'stained',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    input: 'absorption',
  })
  await network.release()
})

test('where onnxruntime cannot be loaded it refuses in words', async () => {
  jest.doMock('../../learning/onnx/runtime.ts', () => {
    throw Object.assign(new Error("Cannot find module '/srv/onnxruntime_binding.node'"), { code: 'MODULE_NOT_FOUND' })
  })
  const { openBaseModel } = await import('./open-model.ts')
  const refusal = await openBaseModel('stained').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ name: new AnalysisRefused('').name })
  expect(String(refusal)).toContain(
    'The network that finds nuclei cannot be loaded on this server (MODULE_NOT_FOUND), so nothing was measured.',
  )
  expect(String(refusal)).not.toContain('/srv')
})
