import * as fc from 'fast-check'
import { deletionDate, nextStep, type TrialStep, trialSteps } from './steps.ts'

const at = (text: string) => new Date(`${text}:00.000Z`)
const trial = { end: at('2026-04-02T08:00'), deletion: at('2026-05-02T08:00') }
const day = 86_400_000

describe('Steps of a trial', () => {
  it.each<[moment: string, step: TrialStep | null]>([
    ['2026-03-26T07:59', null],
    ['2026-03-26T08:00', 'ends-in-7-days'],
    ['2026-04-01T07:59', 'ends-in-7-days'],
    ['2026-04-01T08:00', 'ends-in-1-day'],
    ['2026-04-02T07:59', 'ends-in-1-day'],
    ['2026-04-02T08:00', 'ended'],
    ['2026-06-30T00:00', 'ended'],
  ])('at %s, with no step taken: %s', (moment, step) => {
    expect(nextStep(trial, new Map(), at(moment))).toBe(step)
  })

  it.each<[moment: string, step: TrialStep | null]>([
    ['2026-04-25T07:59', null],
    ['2026-04-25T08:00', 'deletion-in-7-days'],
    ['2026-05-01T08:00', 'deletion-in-1-day'],
    ['2026-07-01T08:00', 'deletion-in-1-day'],
  ])('D1-9-23 at %s, after the notice of the end: %s', (moment, step) => {
    expect(nextStep(trial, new Map([['ended', trial.end]]), at(moment))).toBe(step)
  })

  const moments = fc
    .array(fc.integer({ min: -10 * 24, max: 80 * 24 }), { maxLength: 200 })
    .map((hours) => hours.sort((a, b) => a - b).map((hour) => new Date(trial.end.getTime() + hour * 3_600_000)))

  it('D1-9-23 at any times of running: each step once, in order, and no deletion without a day of notice', () => {
    fc.assert(
      fc.property(moments, (runs) => {
        const taken = new Map<TrialStep, Date>()
        for (const now of runs) {
          for (let step = nextStep(trial, taken, now); step !== null; step = nextStep(trial, taken, now)) {
            expect(taken.has(step)).toBe(false)
            const later = trialSteps.slice(trialSteps.indexOf(step) + 1)
            expect(later.filter((other) => taken.has(other))).toEqual([])
            taken.set(step, now)
          }
        }
        const deleted = taken.get('deletion')
        if (!deleted) return
        expect(deleted.getTime()).toBeGreaterThanOrEqual(trial.deletion.getTime())
        expect(deleted.getTime() - (taken.get('deletion-in-1-day')?.getTime() ?? Number.NaN)).toBeGreaterThanOrEqual(
          day,
        )
        expect(taken.has('ended')).toBe(true)
      }),
    )
  })

  it('a server that runs every hour takes all steps on time', () => {
    const taken = new Map<TrialStep, Date>()
    for (let hour = -8 * 24; hour < 40 * 24; hour += 1) {
      const now = new Date(trial.end.getTime() + hour * 3_600_000)
      for (let step = nextStep(trial, taken, now); step !== null; step = nextStep(trial, taken, now))
        taken.set(step, now)
    }
    expect([...taken].map(([step, moment]) => [step, moment.toISOString().slice(0, 13)])).toEqual([
      ['ends-in-7-days', '2026-03-26T08'],
      ['ends-in-1-day', '2026-04-01T08'],
      ['ended', '2026-04-02T08'],
      ['deletion-in-7-days', '2026-04-25T08'],
      ['deletion-in-1-day', '2026-05-01T08'],
      ['deletion', '2026-05-02T08'],
    ])
  })

  it('gives the date of the deletion: at least a full day ahead, also when the notice is late', () => {
    expect(deletionDate(trial, at('2026-04-25T08:00'))).toEqual(trial.deletion)
    expect(deletionDate(trial, at('2026-07-01T08:00'))).toEqual(at('2026-07-02T08:00'))
  })
})
