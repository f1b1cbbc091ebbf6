import { sampleAnnotation } from '../../../test/sample-annotation.ts'
import { restoring } from './commands.ts'
import { objectReader } from './drawn-objects.ts'

const stored = sampleAnnotation()
const labelAssignments = [{ labelId: '019aa000-0000-7000-8000-a00000000001' }]

test('what is restored from the trash is drawn at once, as it was deleted and not as this page has known it', () => {
  const [read, mia] = [objectReader(), { id: stored.owner, fullName: 'Mia' }]
  // Deleted here, then changed by others between.
  read([stored], [{ act: 'delete', id: stored.id }], mia)
  const deleted = sampleAnnotation({ geometry: 'POINT (4 5)', geometryType: 'Point', labelAssignments, revision: 5 })
  const [restored, ...others] = read([], restoring(deleted).redo, mia)
  expect(others).toEqual([])
  expect(restored).toMatchObject({ text: 'POINT (4 5)', labels: labelAssignments.map(({ labelId }) => labelId) })
})
