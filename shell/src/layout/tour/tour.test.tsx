import { theme } from '@lamella/shared/ui/theme/theme.ts'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Tour } from './tour.tsx'
import type { TourStep } from './tour-step.ts'

const events: string[] = []

const stepAt = (id: string, changes: Partial<TourStep> = {}): TourStep => ({
  id,
  target: `#${id}`,
  title: `Title of ${id}`,
  content: `Content of ${id}`,
  ...changes,
})

beforeEach(() => {
  events.length = 0
  window.innerWidth = 1440
  jest.useFakeTimers()
})
afterEach(() => jest.useRealTimers())

const open = (...steps: TourStep[]) => {
  const page = render(
    <MantineProvider theme={theme} env="test">
      {steps.map(({ id }) => (
        <div key={id} id={id} />
      ))}
      <Tour
        steps={steps}
        leaveLabel="Skip tour"
        doneLabel="Done"
        onEnd={(end, shown) => events.push(`${end} ${shown}`)}
      />
    </MantineProvider>,
  )
  pass(0)
  return page
}
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds))
const press = (name: string | RegExp) => {
  act(() => screen.getByRole('button', { name }).click())
  pass(0)
}
const shown = () => screen.queryByRole('dialog')

test('D2-2-85 each step has its title and its content', () => {
  open(stepAt('one'), stepAt('two'))
  expect(shown()).toHaveAccessibleName('Title of one')
  expect(shown()).toHaveAccessibleDescription('Content of one')
  press('Next 1/2')
  expect(shown()).toHaveAccessibleName('Title of two')
  expect(shown()).toHaveAccessibleDescription('Content of two')
})

describe('A tour', () => {
  test('D2-2-99 starts with the first step, moves on and back, and is completed after the last', () => {
    open(stepAt('one'), stepAt('two'))
    press('Next 1/2')
    expect(shown()).toHaveAccessibleName('Title of two')
    press('Back')
    expect(shown()).toHaveAccessibleName('Title of one')
    press('Next 1/2')
    expect(events).toEqual([])
    press('Done')
    expect(events).toEqual(['completed true'])
  })

  test('D2-2-99 is skipped by the user', () => {
    open(stepAt('one'), stepAt('two'))
    press('Skip tour')
    expect(events).toEqual(['skipped true'])
  })

  test('D2-2-99 is reset where the next target is missing', () => {
    open(stepAt('one'), stepAt('two'))
    document.querySelector('#two')?.removeAttribute('id')
    press('Next 1/2')
    expect(events).toEqual(['reset true'])
  })
})

test('D2-2-100 D2-2-102 a step runs its action before it is shown, and its close action when it is left, once each', () => {
  const noted = (id: string) =>
    stepAt(id, { action: () => events.push(`into ${id}`), closeAction: () => events.push(`out of ${id}`) })
  open(noted('one'), noted('two'))
  expect(events).toEqual(['into one'])
  press('Next 1/2')
  expect(events).toEqual(['into one', 'out of one', 'into two'])
  press('Done')
  expect(events).toEqual(['into one', 'out of one', 'into two', 'out of two', 'completed true'])
})

test('D2-2-101 a step with a delay is shown after it, and its target is looked for only then', () => {
  open(stepAt('one'), stepAt('two', { delay: 250 }))
  document.querySelector('#two')?.setAttribute('id', 'later')
  press('Next 1/2')
  pass(249)
  expect(shown()).not.toHaveAccessibleName('Title of two')
  document.querySelector('#later')?.setAttribute('id', 'two')
  pass(1)
  expect(shown()).toHaveAccessibleName('Title of two')
  expect(events).toEqual([])
})

test('D2-2-107 after the last step the completion is told, once, however often its button is used', () => {
  open(stepAt('one'))
  const done = screen.getByRole('button', { name: 'Done' })
  act(() => {
    done.click()
    done.click()
  })
  pass(1000)
  expect(events).toEqual(['completed true'])
})

describe('A step with an orb', () => {
  const orb = () => screen.queryByRole('button', { name: 'Guided tour: Title of one' })

  test('D2-2-92 is shown only after the orb was hovered, and stays', () => {
    open(stepAt('one', { orb: true }), stepAt('two'))
    pass(60_000)
    expect(shown()).not.toBeInTheDocument()
    fireEvent.mouseEnter(orb() as HTMLElement)
    expect(shown()).toHaveAccessibleName('Title of one')
    expect(orb()).not.toBeInTheDocument()
    press('Next 1/2')
    expect(shown()).toHaveAccessibleName('Title of two')
  })

  test('is reached by the keyboard: the orb has the focus, is pressed, and Escape leaves the tour', () => {
    open(stepAt('one', { orb: true }))
    expect(orb()).toHaveFocus()
    fireEvent.keyDown(orb() as HTMLElement, { key: 'Escape' })
    expect(events).toEqual(['skipped true'])
    act(() => orb()?.click())
    expect(shown()).toHaveAccessibleName('Title of one')
  })

  test('leaves the focus to somebody who is typing', () => {
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    open(stepAt('one', { orb: true }))
    expect(field).toHaveFocus()
    field.remove()
  })
})

test('D2-2-105 an optional step whose target is missing is passed over, forward and back', () => {
  open(stepAt('one'), stepAt('two', { optional: true }), stepAt('three'))
  document.querySelector('#two')?.removeAttribute('id')
  press('Next 1/3')
  pass(1)
  expect(shown()).toHaveAccessibleName('Title of three')
  press('Back')
  pass(1)
  expect(shown()).toHaveAccessibleName('Title of one')
  expect(events).toEqual([])
})

test('a target that is waited for is shown when it comes', () => {
  open(stepAt('one'), stepAt('two', { patience: 1000 }))
  document.querySelector('#two')?.setAttribute('id', 'later')
  press('Next 1/2')
  expect(shown()).not.toBeInTheDocument()
  pass(500)
  document.querySelector('#later')?.setAttribute('id', 'two')
  pass(100)
  expect(shown()).toHaveAccessibleName('Title of two')
})
