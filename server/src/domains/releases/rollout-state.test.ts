import fc from 'fast-check'
import {
  activated,
  activationFor,
  activeVersions,
  emptyRollout,
  fallbacksOf,
  type PointerMove,
  type RolloutState,
  rolledBack,
  rolloutOf,
  stableVersion,
} from './rollout-state.ts'

const after = (...moves: [string, number][]): RolloutState =>
  moves.reduce((rollout, [version, traffic]) => activated(rollout, version, traffic), emptyRollout)

const back = (rollout: RolloutState): RolloutState => {
  const earlier = rolledBack(rollout)
  if (!earlier) throw new Error('nothing to go back to')
  return earlier
}

describe('the rollout of one app', () => {
  it('is empty at first: nothing is active and nothing can be rolled back', () => {
    expect(activeVersions(emptyRollout)).toEqual([])
    expect(stableVersion(emptyRollout)).toBeNull()
    expect(rolledBack(emptyRollout)).toBeNull()
  })

  it('gives all traffic to the version activated last', () => {
    expect(activeVersions(after(['1.0.0', 100], ['1.1.0', 100]))).toEqual([{ version: '1.1.0', traffic: 100 }])
  })

  it('keeps the stable version for the rest of the traffic while there is a canary', () => {
    expect(activeVersions(after(['1.0.0', 100], ['1.1.0', 10]))).toEqual([
      { version: '1.0.0', traffic: 90 },
      { version: '1.1.0', traffic: 10 },
    ])
  })

  it('replaces a canary by the next; neither becomes a last good version', () => {
    const rollout = after(['1.0.0', 100], ['1.1.0', 10], ['1.2.0', 20])
    expect(activeVersions(rollout)).toEqual([
      { version: '1.0.0', traffic: 80 },
      { version: '1.2.0', traffic: 20 },
    ])
    expect(fallbacksOf(rollout, '1.2.0')).toEqual(['1.0.0'])
  })

  it('ends the canary by a rollback', () => {
    expect(activeVersions(back(after(['1.0.0', 100], ['1.1.0', 10])))).toEqual([{ version: '1.0.0', traffic: 100 }])
  })

  it('ends the canary by activating the stable version', () => {
    expect(activeVersions(after(['1.0.0', 100], ['1.1.0', 10], ['1.0.0', 50]))).toEqual([
      { version: '1.0.0', traffic: 100 },
    ])
  })

  it('goes one version further back at each rollback, until there is no earlier one', () => {
    const rollout = after(['1.0.0', 100], ['1.1.0', 100], ['1.2.0', 100])
    expect(stableVersion(back(rollout))).toBe('1.1.0')
    expect(stableVersion(back(back(rollout)))).toBe('1.0.0')
    expect(rolledBack(back(back(rollout)))).toBeNull()
  })

  it('has at most two last good versions, newest first', () => {
    const rollout = after(['1.0.0', 100], ['1.1.0', 100], ['1.2.0', 100], ['1.3.0', 100])
    expect(fallbacksOf(rollout, '1.3.0')).toEqual(['1.2.0', '1.1.0'])
  })

  it('never falls back to a version that was rolled back', () => {
    const rollout = back(after(['1.0.0', 100], ['1.1.0', 100], ['1.2.0', 100]))
    expect(fallbacksOf(rollout, '1.1.0')).toEqual(['1.0.0'])
  })

  it('is without what came after a good version when that one is activated again: neither a fallback nor a way back', () => {
    const { after: undone, moves } = activationFor(after(['1.0.0', 100], ['1.1.0', 100], ['1.2.0', 100]), '1.1.0')
    expect(undone).toEqual({ good: ['1.0.0', '1.1.0'], canary: null })
    expect(fallbacksOf(undone, '1.1.0')).toEqual(['1.0.0'])
    expect(stableVersion(back(undone))).toBe('1.0.0')
    expect(moves.map(({ action, version: named }) => `${action} ${named}`)).toEqual([
      'rollback 1.1.0',
      'activate 1.1.0',
    ])
  })

  it('takes up again what was rolled back or undone, above what stayed', () => {
    const undone = activationFor(after(['1.0.0', 100], ['1.1.0', 100], ['1.2.0', 100]), '1.0.0').after
    expect(activationFor(undone, '1.2.0').after.good).toEqual(['1.0.0', '1.2.0'])
  })

  const version = fc.constantFrom('1.0.0', '1.1.0', '1.2.0', '1.3.0')
  const move: fc.Arbitrary<PointerMove> = fc.oneof(
    fc.record({ action: fc.constant('activate' as const), version, traffic: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ action: fc.constant('rollback' as const), version, traffic: fc.constant(null) }),
  )
  /** The service gives the first version all traffic. */
  const history = fc
    .tuple(version, fc.array(move, { maxLength: 30 }))
    .map(([first, rest]): PointerMove[] => [{ action: 'activate', version: first, traffic: 100 }, ...rest])

  it('keeps its invariants after any history', () => {
    fc.assert(
      fc.property(history, (moves) => {
        const rollout = rolloutOf(moves)
        const active = activeVersions(rollout)
        expect(active.reduce((sum, { traffic }) => sum + traffic, 0)).toBe(100)
        expect(active.every(({ traffic }) => traffic > 0)).toBe(true)
        expect(new Set(active.map((one) => one.version)).size).toBe(active.length)
        expect(new Set(rollout.good).size).toBe(rollout.good.length)
        for (const one of active) {
          const fallbacks = fallbacksOf(rollout, one.version)
          expect(fallbacks.length).toBeLessThanOrEqual(2)
          expect(fallbacks).not.toContain(one.version)
          expect(new Set(fallbacks).size).toBe(fallbacks.length)
        }
      }),
    )
  })

  it('is the same after activating a version for all and rolling back, unless that version had been good before', () => {
    fc.assert(
      fc.property(history, version, (moves, next) => {
        const rollout = { ...rolloutOf(moves), canary: null }
        fc.pre(!rollout.good.includes(next))
        expect(rolledBack(activated(rollout, next, 100))).toEqual(rollout)
      }),
    )
  })

  it('is read alike from the entries of an activation by every server, also one that knows none of this', () => {
    fc.assert(
      fc.property(history, version, (moves, next) => {
        const before = rolloutOf(moves)
        const step = activationFor(before, next)
        // `rolloutOf` is what older servers have, too.
        expect(rolloutOf([...moves, ...step.moves])).toEqual(step.after)
        expect(stableVersion(step.after)).toBe(next)
        expect(step.after.canary).toBeNull()
        const place = before.good.indexOf(next)
        const kept = place < 0 ? [...before.good, next] : before.good.slice(0, place + 1)
        expect(step.after.good).toEqual(kept)
      }),
    )
  })
})
