import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderUi } from '../test-render.tsx'
import { TimeAgo } from './time-ago.tsx'
import { formatDay, formatTimestamp } from './timestamp.ts'

afterEach(() => jest.useRealTimers())

test('D1-9-32 a timestamp reads yyyy-MM-dd HH:mm:ss in local time', () => {
  expect(formatTimestamp(new Date(2026, 0, 5, 7, 8, 9))).toBe('2026-01-05 07:08:09')
})

test('a day reads in words', () => {
  expect(formatDay(new Date(2026, 10, 21))).toBe('21 Nov 2026')
})

test('D1-2.2-15 D1-9-11 shows the age, and the exact time after 400 ms on it', async () => {
  jest.useFakeTimers({ now: new Date(2026, 10, 20, 12, 0, 0) })
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) })
  renderUi(<TimeAgo date={new Date(2026, 10, 20, 9, 0, 0)} />)
  await user.hover(screen.getByText('3 hours ago'))
  act(() => jest.advanceTimersByTime(399))
  expect(screen.queryByText('2026-11-20 09:00:00')).not.toBeInTheDocument()
  act(() => jest.advanceTimersByTime(1))
  expect(screen.getByText('2026-11-20 09:00:00')).toBeInTheDocument()
})

test('is updated, and its clock stops when the last one unmounts', () => {
  jest.useFakeTimers({ now: new Date(2026, 10, 20, 12, 0, 0) })
  const { unmount } = renderUi(<TimeAgo date={new Date(2026, 10, 20, 12, 0, 0).toISOString()} />)
  expect(screen.getByText('a few seconds ago')).toBeInTheDocument()
  act(() => jest.advanceTimersByTime(60_000))
  expect(screen.getByText('a minute ago')).toBeInTheDocument()
  unmount()
  expect(jest.getTimerCount()).toBe(0)
})
