import { screen, waitFor, within } from '@testing-library/react'
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

/** The parts of the drawn ring without its track, after the library is loaded. */
const ring = async (props: Partial<DoughnutProps> = {}) => {
  const { container } = renderUi(<Doughnut title="Images" used={9} limit={10} {...props} />)
  const paths = await waitFor(() => {
    const found = [...container.querySelectorAll('path.recharts-sector')]
    expect(found.length).toBeGreaterThan(0)
    return found
  })
  const sectors = paths.map(sectorOf)
  const parts = sectors.filter(({ color }) => color !== 'var(--lm-sunken)')
  return { container, sectors, colors: parts.map(({ color }) => color), shares: parts.map(({ share }) => share) }
}

/** Colour, radii in pixels and share of the circle of a part, read from its path: two arcs and the edges between. */
const sectorOf = (path: Element) => {
  const arcs = [
    ...(path.getAttribute('d') ?? '').matchAll(
      /([\d.-]+),([\d.-]+)\s+A\s*([\d.]+),[\d.]+,0,\s*(\d),\d,\s*([\d.-]+),([\d.-]+)/g,
    ),
  ]
  const [outer, inner] = arcs.map((arc) => arc.slice(1).map(Number))
  const [x1 = 0, y1 = 0, outerRadius = 0, isLarge, x2 = 0, y2 = 0] = outer ?? []
  const chord = Math.hypot(x2 - x1, y2 - y1)
  const less = Math.asin(Math.min(chord / 2 / outerRadius, 1)) / Math.PI
  return {
    color: path.getAttribute('fill'),
    outerRadius,
    innerRadius: inner?.[2] ?? 0,
    share: isLarge ? 1 - less : less,
  }
}

beforeEach(() => {
  // jsdom has no layout, without which a chart is not drawn.
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 130, 130))
})
afterEach(() => jest.restoreAllMocks())

test('D1-9-29 D1-9-30 a doughnut is 130 px wide with a cutout of 80 percent', async () => {
  const { sectors } = await ring()
  expect(sectors).toHaveLength(2)
  for (const { outerRadius, innerRadius } of sectors) {
    expect(outerRadius).toBeCloseTo(65)
    expect(innerRadius).toBeCloseTo(0.8 * 65)
  }
})

describe('with the style sheet', () => {
  applyStyles(`${import.meta.dirname}/doughnut.module.css`)

  test('D1-9-30 its ring is 130 px wide', async () => {
    const { container } = await ring()
    const { width, maxWidth, aspectRatio } = getComputedStyle(container.querySelector('.ring') as Element)
    expect([width, maxWidth, aspectRatio]).toEqual(['var(--doughnut-size)', '100%', '1'])
    const figure = screen.getByRole('figure')
    expect(getComputedStyle(figure).maxWidth).toBe('var(--doughnut-size)')
    expect(figure.style.getPropertyValue('--doughnut-size')).toBe('130px')
  })

  test('where there is less room the drawing shrinks with its ring', async () => {
    const { container } = await ring()
    // The chart's own style has the full size as its minimum.
    const { minWidth, minHeight } = getComputedStyle(container.querySelector('.ring > *') as Element)
    expect([minWidth, minHeight]).toEqual(['0rem', '0rem'])
  })

  test.each([
    [9, 'var(--lm-text)', 'var(--lm-warn)'],
    [10, 'var(--lm-bad)', 'var(--lm-bad)'],
    [11, 'var(--lm-bad)', 'var(--lm-bad)'],
  ])('D1-9-31 at %d of 10 the count is %s, its ring %s', async (used, color, fill) => {
    for (const layout of ['inside', 'beside'] as const) {
      const { colors } = await ring({ used, limit: 10, title: layout, layout })
      const figure = within(screen.getByRole('figure', { name: layout }))
      expect(getComputedStyle(figure.getByText(String(used))).color).toBe(color)
      expect(colors).toEqual([fill])
    }
  })
})

test('an unlimited amount without parts is a number, and no empty ring', () => {
  const { container } = renderUi(<Doughnut title="Images" used={1204} limit={-1} />)
  expect(container.querySelector('[class*=ring]')).toBeNull()
  expect(screen.getByText('1,204')).toBeVisible()
  expect(screen.getByText('unlimited')).toBeVisible()
})

test('an unlimited amount with parts is a full ring of them, named below', async () => {
  const parts = [
    { label: '2D', count: 6 },
    { label: 'multichannel', count: 3 },
    { label: 'time series', count: 0 },
  ]
  const { sectors, shares } = await ring({ used: 9, limit: -1, parts })
  expect(shares).toEqual([expect.closeTo(2 / 3), expect.closeTo(1 / 3)])
  expect(sectors).toHaveLength(2)
  expect(screen.getByRole('figure')).toHaveTextContent('9unlimitedImages2D: 6, multichannel: 3')
})

test('without a limit the own part and the rest fill the ring', async () => {
  expect((await ring({ used: 8, own: 2, limit: -1 })).shares).toEqual([expect.closeTo(0.25), expect.closeTo(0.75)])
})

test.each([
  ['of 0 without parts', { used: 0, parts: [] }],
  ['of 0 with parts that are 0', { used: 0, parts: [{ label: '2D', count: 0 }] }],
  ['of 0 of which none are own', { used: 0, own: 0 }],
  ['whose parts are not known yet', { used: 12, parts: [] }],
])('D2-2-74 without a limit a doughnut %s is an empty ring around its number', async (_, props) => {
  const { container, sectors, colors } = await ring({ ...props, limit: -1 })
  expect(colors).toEqual([])
  expect(sectors).toHaveLength(1)
  expect(sectors[0]?.outerRadius).toBeCloseTo(65)
  expect(container.querySelector('figure')).not.toHaveAttribute('data-plain')
  expect(screen.getByRole('figure')).toHaveTextContent(`${props.used}unlimitedImages`)
})

test('against a limit parts are not drawn', async () => {
  expect((await ring({ parts: [{ label: '2D', count: 9 }] })).shares).toEqual([expect.closeTo(0.9)])
})

test('the own part and the rest add up to the used share', async () => {
  const { shares } = await ring({ used: 8, own: 2, limit: 16 })
  expect(shares).toEqual([expect.closeTo(0.125), expect.closeTo(0.375)])
})

test('a figure is named by its title, with the unit beside the limit', () => {
  renderUi(<Doughnut title="Storage" used={6.2} limit={10} unit="GB" format={String} />)
  expect(screen.getByRole('figure', { name: 'Storage' })).toHaveTextContent('6.2of 10 GB')
})

test('beside a small ring the words make a sentence', () => {
  renderUi(<Doughnut title="Images" used={79} limit={100} layout="beside" size={44} />)
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
