import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { renderUi } from '../../ui/test-render.tsx'
import { TimeBar } from './time-bar.tsx'

let shown: number[]
let asked: number[]
/** Frames that cannot be fetched, and those that are never answered. */
let broken: number[]
let slow: number[]

beforeEach(() => {
  jest.useFakeTimers()
  shown = []
  asked = []
  broken = []
  slow = []
})
afterEach(() => jest.useRealTimers())

const load = async (frame: number): Promise<void> => {
  asked.push(frame)
  if (broken.includes(frame)) throw new Error('No connection')
  if (slow.includes(frame)) await new Promise(() => undefined)
}

const Viewer = ({ frames, start }: { frames: number; start: number }) => {
  const [frame, setFrame] = useState(start)
  const [viewer, setViewer] = useState<HTMLElement | null>(null)
  const show = (next: number): void => {
    shown.push(next)
    setFrame(next)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: stands for the canvas, which is focusable
    <div ref={setViewer} data-testid="canvas" tabIndex={0}>
      <TimeBar
        frames={frames}
        frame={frame}
        onFrame={show}
        load={load}
        isFetched={(at) => asked.includes(at)}
        viewer={viewer}
      />
      <input aria-label="Filter" />
    </div>
  )
}

const open = async (frames = 5, start = 0) => {
  renderUi(<Viewer frames={frames} start={start} />)
  await pass(0)
}
/** In steps: effects, which set the next timers, run after each `act`. */
const pass = async (milliseconds: number) => {
  const step = 50
  for (let left = milliseconds; left > 0; left -= step) {
    await act(() => jest.advanceTimersByTimeAsync(Math.min(left, step)))
  }
  await act(() => jest.advanceTimersByTimeAsync(0))
}
const button = (name: string) => screen.getByRole('button', { name })
const slider = () => screen.getByRole('slider', { name: 'Time point' })
const press = (key: string, target: HTMLElement = screen.getByTestId('canvas')) => fireEvent.keyDown(target, { key })

test('says which of how many time points is shown, in words too', async () => {
  await open(48, 13)
  expect(screen.getByRole('region', { name: 'Time' })).toHaveTextContent('14 of 48')
  expect(slider()).toHaveAttribute('aria-valuetext', '14 of 48')
})

test('steps by button, slider and keyboard, not beyond the ends', async () => {
  await open()
  expect(button('Previous time point')).toHaveAttribute('aria-disabled', 'true')
  fireEvent.click(button('Next time point'))
  fireEvent.change(slider(), { target: { value: '5' } })
  expect(button('Next time point')).toHaveAttribute('aria-disabled', 'true')
  press('.')
  press(',')
  expect(shown).toEqual([1, 4, 3])
  await pass(0)
})

test('keys that are typed into a field are text', async () => {
  await open()
  press('.', screen.getByRole('textbox', { name: 'Filter' }))
  press(' ', screen.getByRole('textbox', { name: 'Filter' }))
  await pass(1000)
  expect(shown).toEqual([])
})

test('plays at the chosen rate, from the end on with the first, until it is paused', async () => {
  await open(3)
  fireEvent.change(screen.getByRole('combobox', { name: 'Frames per second' }), { target: { value: '2' } })
  fireEvent.click(button('Play'))
  await pass(499)
  expect(shown).toEqual([])
  await pass(1)
  expect(shown).toEqual([1])
  await pass(1000)
  expect(shown).toEqual([1, 2, 0])
  fireEvent.click(button('Pause'))
  await pass(5000)
  expect(shown).toEqual([1, 2, 0])
})

test('without repetition it stops at the end, and starts there with the first', async () => {
  await open(3)
  fireEvent.click(button('Repeat'))
  expect(button('Repeat')).toHaveAttribute('aria-pressed', 'false')
  press(' ')
  await pass(1000)
  expect(shown).toEqual([1, 2])
  fireEvent.click(button('Play'))
  await pass(100)
  expect(shown).toEqual([1, 2, 0, 1])
})

test('the next frames are fetched ahead, each once, and a frame is shown only when it is there', async () => {
  slow = [4]
  await open(9)
  expect(asked).toEqual([1, 2, 3])
  fireEvent.click(button('Play'))
  await pass(10_000)
  expect(shown).toEqual([1, 2, 3])
  expect(asked.filter((frame) => frame === 4)).toHaveLength(1)
})

test('a frame that cannot be fetched ends playing', async () => {
  broken = [2]
  await open()
  fireEvent.click(button('Play'))
  await pass(1000)
  expect(shown).toEqual([1])
  expect(button('Play')).toBeVisible()
})

test('the track shows how far frames are fetched', async () => {
  await open(5)
  expect(slider().style.getPropertyValue('--shown')).toBe('0%')
  expect(slider().style.getPropertyValue('--fetched')).toBe('75%')
})
