import { provenanceOf } from './provenance.ts'

const job = {
  id: '019aa000-0000-7000-8000-0000000000c1',
  projectId: '019aa000-0000-7000-8000-0000000000d1',
  appName: 'dab-scoring',
  appVersion: '2.1.0',
  givenPixelSize: null,
}
const names = { project: 'Colon', owner: 'Ada Example' }
const medium = { id: '019aa000-0000-7000-8000-0000000000b1', sha256: 'a'.repeat(64) }
const suitability = { verdict: 'doubtful' as const, reasons: ['No DAB is seen.'], measurements: null, version: 1 }

test('what the server knows itself is not taken from the process that analyses', () => {
  const own = {
    application: 'dab-scoring 2.1.0',
    job: job.id,
    runBy: 'Ada Example',
    project: 'Colon',
    projectId: job.projectId,
    image: medium.id,
    imageSha256: medium.sha256,
    suitability: 'doubtful: No DAB is seen.',
    pixelSizeFrom: 'file',
  }
  const forged = Object.fromEntries(Object.keys(own).map((key) => [key, 'forged']))
  const said = { ...forged, params: { nucleusDiameterPx: 16 } }
  expect(provenanceOf(job, names, medium, { x: 0.5, y: 0.5 }, suitability, said)).toEqual({
    ...own,
    params: said.params,
  })
})

test('the plane and scene that were read are those that the analysing process says', () => {
  const part = { zPlane: '11 of 21, the middle one', scene: '1 of 4, A1' }
  expect(provenanceOf(job, names, medium, null, suitability, { params: {}, ...part })).toMatchObject(part)
})
