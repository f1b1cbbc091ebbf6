import type { UploadItemStatus } from '@lamella/shared/events'
import fc from 'fast-check'
import { holdsPlace, isOver, nextStatus, type UploadEvent } from './upload-state.ts'

const statuses: readonly UploadItemStatus[] = [
  'added',
  'queue',
  'uploading',
  'paused',
  'restarting',
  'complete',
  'cancelled',
  'error',
]
const events: readonly UploadEvent[] = [
  'start',
  'sending',
  'pause',
  'resume',
  'cancel',
  'completed',
  'lost',
  'failed',
  'recover',
]

/** Statuses after each of the events; an event without meaning leaves the status as it was. */
const walk = (happening: readonly UploadEvent[]): UploadItemStatus[] => {
  const path: UploadItemStatus[] = ['added']
  for (const event of happening) {
    const last = path.at(-1) ?? 'added'
    path.push(nextStatus(last, event) ?? last)
  }
  return path
}

const anyEvents = fc.array(fc.constantFrom(...events), { maxLength: 40 })

test('D3-3-05 every status is reached from added, and there are no others', () => {
  const reached = new Set<UploadItemStatus>(['added'])
  for (const status of reached) {
    for (const event of events) {
      const next = nextStatus(status, event)
      if (next) reached.add(next)
    }
  }
  expect([...reached].sort()).toEqual([...statuses].sort())
})

test.each<[string, readonly UploadEvent[], readonly UploadItemStatus[]]>([
  ['D3-4-06 D3-4-12', ['start', 'sending', 'completed'], ['added', 'queue', 'uploading', 'complete']],
  [
    'D3-4-13 D3-4-14 D3-4-21',
    ['start', 'sending', 'pause', 'resume', 'sending'],
    ['added', 'queue', 'uploading', 'paused', 'restarting', 'uploading'],
  ],
  ['D3-4-20', ['start', 'pause'], ['added', 'queue', 'paused']],
  ['D3-4-20', ['start', 'cancel'], ['added', 'queue', 'cancelled']],
  ['D3-4-16', ['start', 'sending', 'lost'], ['added', 'queue', 'uploading', 'cancelled']],
  ['D3-4-25', ['start', 'sending', 'failed'], ['added', 'queue', 'uploading', 'error']],
])('%s %j', (_, happening, path) => {
  expect(walk(happening)).toEqual(path)
})

describe('whatever happens in whatever order', () => {
  it('complete and cancelled are final, and an error ends only in a new start', () => {
    fc.assert(
      fc.property(anyEvents, (happening) => {
        const path = walk(happening)
        path.forEach((status, index) => {
          const next = path[index + 1] ?? status
          if (status === 'complete' || status === 'cancelled') expect(next).toBe(status)
          if (status === 'error') expect(['error', 'added']).toContain(next)
        })
      }),
    )
  })

  it('nothing is complete or fails that was not given a place', () => {
    fc.assert(
      fc.property(anyEvents, (happening) => {
        const path = walk(happening)
        const end = path.findIndex((status) => status === 'complete' || status === 'error')
        return end < 0 || holdsPlace(path[end - 1] ?? 'added')
      }),
    )
  })

  it('bytes do not move while an item is paused: only resuming leads on from there', () => {
    fc.assert(
      fc.property(anyEvents, (happening) => {
        const path = walk(happening)
        return path.every((status, index) => {
          const next = path[index + 1] ?? status
          return status !== 'paused' || ['paused', 'restarting', 'cancelled'].includes(next)
        })
      }),
    )
  })

  it('every item that is not over can be cancelled', () => {
    for (const status of statuses) expect(nextStatus(status, 'cancel')).toBe(isOver(status) ? null : 'cancelled')
  })
})
