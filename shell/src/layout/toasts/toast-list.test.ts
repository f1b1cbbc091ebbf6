import { bus } from '@lamella/shared/events'
import { ToastList } from './toast-list.ts'

const titles = (list: ToastList) => list.snapshot().map(({ title }) => title)

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('at most three toasts are shown: the oldest gives way', () => {
  const list = new ToastList()
  for (const title of ['a', 'b', 'c', 'd']) list.show({ kind: 'info', title, detail: '' })
  expect(titles(list)).toEqual(['b', 'c', 'd'])
})

test('a success leaves after 5 s, an error and a sticky one stay', () => {
  const list = new ToastList()
  list.show({ kind: 'success', title: 'done', detail: '' })
  list.show({ kind: 'error', title: 'failed', detail: '' })
  list.show({ kind: 'info', title: 'sticky', detail: '', sticky: true })
  jest.advanceTimersByTime(4999)
  expect(titles(list)).toEqual(['done', 'failed', 'sticky'])
  jest.advanceTimersByTime(1)
  expect(titles(list)).toEqual(['failed', 'sticky'])
})

test('a toast with the same key replaces the earlier one', () => {
  const list = new ToastList()
  list.show({ kind: 'error', title: 'first', detail: '', key: 'limits' })
  list.show({ kind: 'error', title: 'second', detail: '', key: 'limits' })
  expect(titles(list)).toEqual(['second'])
})

test('D1-2.1-22 toasts come over the bus and are cleared by it', () => {
  const list = new ToastList()
  const disconnect = list.connect()
  bus.emit('toast/show', { kind: 'error', title: 'failed', detail: '' })
  expect(titles(list)).toEqual(['failed'])
  bus.emit('toast/clear')
  expect(titles(list)).toEqual([])
  disconnect()
  bus.emit('toast/show', { kind: 'error', title: 'late', detail: '' })
  expect(titles(list)).toEqual([])
})
