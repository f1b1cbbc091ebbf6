import type { AnnotationOutcome } from '@lamella/shared/contract'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { sampleAnnotation, sampleRegion } from '../../../test/sample-annotation.ts'
import type { StoredObject } from './drawn-objects.ts'
import type { Edit } from './edit.ts'
import { mergeSaved } from './merge-saved.ts'

const image = sampleImage()
const by = { id: '019aa000-0000-7000-8000-a00000000009', fullName: 'Ann Able' }
const ids = ['1', '2', '3'].map((last) => `019aa000-0000-7000-8000-e0000000000${last}`)
const [one = '', two = '', three = ''] = ids
const stored = [sampleAnnotation({ id: one }), sampleAnnotation({ id: two, no: 2 })]
const outcome = (id: string, no: number, revision: number, labels?: string[]): AnnotationOutcome => ({
  id,
  no,
  revision,
  ...(labels && { labels }),
})
const removed = new Map<string, StoredObject>()
const merge = (list: readonly StoredObject[], changes: Edit[], outcomes: AnnotationOutcome[]) =>
  mergeSaved(list, changes, outcomes, { image, by }, removed)

test('saved changes are in the list as the server will list them, however often they are added', () => {
  const drawn: Edit = { act: 'create', id: three, geometry: 'LINESTRING (1 2,3 4)', z: 4, t: 2 }
  const changes: Edit[] = [drawn, { act: 'delete', id: one }]
  const outcomes = [outcome(three, 3, 1), outcome(one, 1, 2)]
  const after = merge(stored, changes, outcomes)
  expect(after).toEqual([
    stored[1],
    {
      ...sampleAnnotation({ id: three, no: 3, z: 4, timeSeriesStep: 2, owner: by.id, ownerName: by.fullName }),
      imageId: image.id,
      imageName: image.name,
      projectId: image.project,
      geometryType: 'LineString',
      geometry: 'LINESTRING (1 2,3 4)',
      created: expect.any(String),
      modified: expect.any(String),
    },
  ])
  expect(merge(after, changes, outcomes)).toEqual(after)
  // What is deleted comes back as it was, with the revision that it has now.
  const again = merge(after, [{ act: 'restore', id: one }], [outcome(one, 1, 3)])
  expect(again.find(({ id }) => id === one)).toEqual({ ...stored[0], revision: 3 })
})

test('a changed one has its new labels or geometry, unless the list is newer', () => {
  const before = { geometry: 'POINT (1 1)' }
  const label: Edit = { act: 'change', id: one, labels: ['b', 'a'], before }
  const [labelled, ...others] = merge(stored, [label], [outcome(one, 1, 2, ['b', 'a'])])
  const labelAssignments = [{ labelId: 'a' }, { labelId: 'b' }]
  expect(labelled).toEqual({ ...stored[0], labelAssignments, modified: expect.any(String), revision: 2 })
  expect(others).toEqual([stored[1]])
  const move: Edit = { act: 'change', id: one, geometry: 'POINT (7 7)', before }
  const after = merge([labelled as StoredObject], [move], [outcome(one, 1, 3)])
  expect(after).toMatchObject([{ geometryType: 'Point', geometry: 'POINT (7 7)', labelAssignments, revision: 3 }])
  expect(merge(after, [label], [outcome(one, 1, 2, ['b', 'a'])])).toEqual(after)
  expect(merge(after, [{ act: 'delete', id: one }], [outcome(one, 1, 2)])).toEqual(after)
})

test('a refused change changes nothing', () => {
  const refused = [{ id: one, error: { code: 'ERR_0404', detail: 'Not found' } }]
  expect(merge(stored, [{ act: 'delete', id: one }], refused)).toEqual(stored)
})

test('a region is listed with its name and time point, and renamed', () => {
  const drawn: Edit = { act: 'create', id: three, kind: 'RegionOfInterest', geometry: sampleRegion().geometry, t: 2 }
  const [made] = merge([], [drawn], [{ id: three, no: 3, revision: 1, name: 'RoiWithoutAName' }])
  expect(made).toEqual({
    ...sampleRegion({ id: three, no: 3, owner: by.id, ownerName: by.fullName }),
    image: image.id,
    imageName: image.name,
    projectId: image.project,
    dimensionCoordinates: [{ id: 't', sampleIndex: 2 }],
    created: expect.any(String),
    modified: expect.any(String),
  })
  const rename: Edit = { act: 'change', id: three, name: 'Border', before: drawn }
  const [renamed] = merge([made as StoredObject], [rename], [{ id: three, no: 3, revision: 2, name: 'Border' }])
  expect(renamed).toMatchObject({ type: 'RegionOfInterest', name: 'Border', revision: 2 })
  expect(renamed).not.toHaveProperty('labelAssignments')
})
