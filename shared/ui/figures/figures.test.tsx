import { screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { applyStyles } from '../../testing/apply-styles.ts'
import { renderUi } from '../test-render.tsx'
import { Doughnut, type DoughnutProps } from './doughnut.tsx'
import { Figure } from './figure.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { RingIndicator } from './ring-indicator.tsx'
import { usageShare, usageState } from './usage.ts'

test.each([
  [0, 10, 'normal', 0],
  [8, 10, 'normal', 0.8],
  [8.1, 10, 'warn', 0.81],
  [9, 10, 'warn', 0.9],
  [10, 10, 'reached', 1],
  [11, 10, 'reached', 1],
  [0, 0, 'reached', 1],
  [500, -1, 'unlimited', 0],
  [500, -3, 'unlimited', 0],
])('%d of %d is %s', (used, limit, state, share) => {
  expect(usageState(used, limit)).toBe(state)
  expect(usageShare(used, limit)).toBeCloseTo(share)
})

test('a share is never below 0 or above 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 1000 }), fc.integer({ min: -5, max: 1000 }), (used, limit) => {
      const share = usageShare(used, limit)
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
    }),
  )
})

const ring = (props: Partial<DoughnutProps> = {}) => {
  const { container } = renderUi(<Doughnut title="Images" used={9} limit={10} {...props} />)
  const svg = container.querySelector('svg')
  const track = container.querySelector('circle')
  return { svg, track, circles: [...container.querySelectorAll('circle')].slice(1) }
}

test('D1-9-29 D1-9-30 a doughnut is 130 px wide with a cutout of 80 percent', () => {
  const { svg, track } = ring()
  expect([svg?.getAttribute('width'), svg?.getAttribute('height')]).toEqual(['130', '130'])
  const thickness = Number(svg?.getAttribute('stroke-width'))
  const radius = Number(track?.getAttribute('r'))
  expect(radius + thickness / 2).toBeCloseTo(65)
  expect((radius - thickness / 2) / (radius + thickness / 2)).toBeCloseTo(0.8)
})

describe('with the style sheet', () => {
  applyStyles(`${import.meta.dirname}/doughnut.module.css`)

  test('D1-9-30 its ring is 130 px wide', () => {
    const { svg } = ring()
    const { width, maxWidth, aspectRatio } = getComputedStyle(svg?.parentElement as Element)
    expect([width, maxWidth, aspectRatio]).toEqual(['var(--doughnut-size)', '100%', '1'])
    expect(getComputedStyle(svg as Element)).toMatchObject({ width: '100%', height: '100%' })
    const figure = screen.getByRole('figure')
    expect(getComputedStyle(figure).maxWidth).toBe('var(--doughnut-size)')
    expect(figure.style.getPropertyValue('--doughnut-size')).toBe('130px')
  })

  test.each([
    [9, 'var(--lm-text)', 'var(--lm-warn)'],
    [10, 'var(--lm-bad)', 'var(--lm-bad)'],
    [11, 'var(--lm-bad)', 'var(--lm-bad)'],
  ])('D1-9-31 at %d of 10 the count is %s, its ring %s', (used, color, stroke) => {
    for (const layout of ['inside', 'beside'] as const) {
      const { circles } = ring({ used, limit: 10, title: layout, layout })
      const figure = within(screen.getByRole('figure', { name: layout }))
      expect(getComputedStyle(figure.getByText(String(used))).color).toBe(color)
      expect(circles[0]).toHaveAttribute('stroke', stroke)
    }
  })
})

test('an unlimited amount without parts is a number, and no empty ring', () => {
  const { svg } = ring({ used: 1204, limit: -1 })
  expect(svg).toBeNull()
  expect(screen.getByText('1,204')).toBeVisible()
  expect(screen.getByText('unlimited')).toBeVisible()
})

test('an unlimited amount with parts is a full ring of them, named below', () => {
  const parts = [
    { label: '2D', count: 6 },
    { label: 'multichannel', count: 3 },
    { label: 'time series', count: 0 },
  ]
  const { svg, circles } = ring({ used: 9, limit: -1, parts })
  const circumference = 2 * Math.PI * Number(svg?.querySelector('circle')?.getAttribute('r'))
  expect(
    circles.map((circle) => Number.parseFloat(circle.getAttribute('stroke-dasharray') ?? '') / circumference),
  ).toEqual([expect.closeTo(2 / 3), expect.closeTo(1 / 3)])
  expect(screen.getByRole('figure')).toHaveTextContent('9unlimitedImages2D: 6, multichannel: 3')
})

test('without a limit the own part and the rest fill the ring; of 0 there is no ring', () => {
  expect(ring({ used: 8, own: 2, limit: -1 }).circles).toHaveLength(2)
  expect(ring({ used: 0, own: 0, limit: -1, title: 'None' }).svg).toBeNull()
  expect(screen.getByRole('figure', { name: 'None' })).toHaveTextContent('0unlimitedNone')
})

test('against a limit parts are not drawn', () => {
  expect(ring({ parts: [{ label: '2D', count: 9 }] }).circles).toHaveLength(1)
})

test('the own part and the rest add up to the used share', () => {
  const { svg, circles } = ring({ used: 8, own: 2, limit: 16 })
  const circumference = 2 * Math.PI * Number(svg?.querySelector('circle')?.getAttribute('r'))
  const shares = circles.map(
    (circle) => Number.parseFloat(circle.getAttribute('stroke-dasharray') ?? '') / circumference,
  )
  expect(shares[0]).toBeCloseTo(0.125)
  expect(shares[1]).toBeCloseTo(0.375)
})

test('a figure is named by its title, with the unit beside the limit', () => {
  ring({ title: 'Storage', used: 6.2, limit: 10, unit: 'GB', format: String })
  expect(screen.getByRole('figure', { name: 'Storage' })).toHaveTextContent('6.2of 10 GB')
})

test('beside a small ring the words make a sentence', () => {
  ring({ title: 'Images', used: 79, limit: 100, layout: 'beside', size: 44 })
  expect(screen.getByText('of 100 images')).toBeVisible()
})

test('a measured number has its unit and name', () => {
  renderUi(<Figure value="44.5" unit="µm²" label="Mean area" />)
  expect(screen.getByText('44.5')).toHaveTextContent('44.5 µm²')
  expect(screen.getByText('Mean area')).toBeVisible()
})

test('a progress bar has its value for screen readers', () => {
  renderUi(<ProgressBar value={140} label="TMA-4.svs" />)
  expect(screen.getByRole('progressbar', { name: 'TMA-4.svs' })).toHaveAttribute('aria-valuenow', '100')
})

test('the ring of the trial has the days as text', () => {
  renderUi(<RingIndicator share={23 / 31}>23 days in the free trial phase left</RingIndicator>)
  expect(screen.getByText('23 days in the free trial phase left')).toBeVisible()
})
