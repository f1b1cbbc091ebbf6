import { combineRestrictions, isLimitReached } from './limits.ts'
import { freePlans } from './plans.ts'

const plan = (key: string, value: number) => ({ key, value: String(value) })

describe('limits of several plans', () => {
  it.each([
    ['one value', [10], 10],
    ['the larger of two', [10, 25], 25],
    ['-1 wins over any number', [10, -1], -1],
    ['every negative value reads as unlimited', [-7], -1],
    ['a plan without the key grants nothing', [], 0],
  ])('D1-3-16 D1-9-26 %s', (_, values, expected) => {
    expect(combineRestrictions(values.map((value) => plan('projectLimit', value))).projectLimit).toBe(expected)
  })

  it('D1-9-15 D1-9-16 D1-9-17 the free plans grant 5 users, 10 GB, 10 projects and the rest of the trial', () => {
    expect(combineRestrictions(freePlans.flatMap(({ restrictions }) => restrictions))).toEqual({
      userLimit: 5,
      storageLimit: 10,
      projectLimit: 10,
      mediumLimit: 100,
      annotationLimit: 500,
      trainingLimit: 3,
      jobLimit: 60,
    })
  })
})

describe('isLimitReached', () => {
  it.each([
    [10, 9, false],
    [10, 10, true],
    [10, 11, true],
    [0, 0, true],
    [-1, 1000, false],
  ])('D1-4.5-01 D1-9-26 limit %d, total %d: %s', (limit, total, expected) => {
    expect(isLimitReached(limit, total)).toBe(expected)
  })
})
