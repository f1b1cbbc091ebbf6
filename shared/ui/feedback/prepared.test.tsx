import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { prepared } from './prepared.tsx'

const load = async () => ({ default: ({ name }: { name: string }) => <p>Part {name}</p> })
const show = (Part: ReturnType<typeof prepared<{ name: string }>>) =>
  render(
    <Suspense fallback="Loading">
      <Part name="A" />
    </Suspense>,
  )

test('what was prepared is shown at once, and nothing in its place before', async () => {
  const Part = prepared(load)
  Part.prepare()
  await load()
  show(Part)
  expect(screen.getByText('Part A')).toBeVisible()
})

test('what was not prepared is loaded when it is shown', async () => {
  show(prepared(load))
  expect(screen.getByText('Loading')).toBeVisible()
  expect(await screen.findByText('Part A')).toBeVisible()
})

test('what could not be prepared is loaded again when it is shown', async () => {
  let turn = 0
  const Part = prepared(() => (turn++ === 0 ? Promise.reject<never>(new Error('no network')) : load()))
  Part.prepare()
  await load()
  show(Part)
  expect(await screen.findByText('Part A')).toBeVisible()
})
