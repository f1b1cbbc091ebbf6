import { uploads } from '@lamella/shared/upload'
import { renderHook } from '@testing-library/react'
import { useLeaveGuard } from './use-leave-guard.ts'

/** What the browser asks before it leaves the page. */
const leave = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return !event.defaultPrevented
}

test('D1-4.2-12 while uploads are active leaving the page is blocked, not before and not after', () => {
  const active = jest.spyOn(uploads, 'hasActive').mockReturnValue(false)
  const { unmount } = renderHook(useLeaveGuard)
  expect(leave()).toBe(true)
  active.mockReturnValue(true)
  expect(leave()).toBe(false)
  active.mockReturnValue(false)
  expect(leave()).toBe(true)
  active.mockReturnValue(true)
  unmount()
  expect(leave()).toBe(true)
  active.mockRestore()
})
