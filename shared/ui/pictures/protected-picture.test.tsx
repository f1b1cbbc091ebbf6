import { resolveObjectURL } from 'node:buffer'
import { screen, waitFor } from '@testing-library/react'
import { renderUi } from '../test-render.tsx'
import { type FetchBytes, ProtectedPicture } from './protected-picture.tsx'

const fetchBytes = jest.fn<ReturnType<FetchBytes>, Parameters<FetchBytes>>()
beforeEach(() => fetchBytes.mockReset())

const picture = (url: string | null) => <ProtectedPicture url={url} fetchBytes={fetchBytes} />
const image = () => screen.findByRole<HTMLImageElement>('presentation')

test('loads the bytes once and shows them, and lets go of them when it leaves', async () => {
  fetchBytes.mockImplementation(async (path) => new Response(`bytes of ${path}`))
  const { rerender } = renderUi(picture('/a'))
  const { src } = await image()
  expect(await resolveObjectURL(src)?.text()).toBe('bytes of /a')
  rerender('nothing')
  expect(resolveObjectURL(src)).toBeUndefined()
  rerender(picture('/a'))
  expect(await resolveObjectURL((await image()).src)?.text()).toBe('bytes of /a')
  expect(fetchBytes).toHaveBeenCalledTimes(1)
})

test('follows its address', async () => {
  fetchBytes.mockImplementation(async (path) => new Response(path))
  const { rerender } = renderUi(picture('/b'))
  const before = (await image()).src
  rerender(picture('/c'))
  await waitFor(async () => expect((await image()).src).not.toBe(before))
  expect(await resolveObjectURL((await image()).src)?.text()).toBe('/c')
})

test('without an address it asks for nothing and is an icon', () => {
  const { container } = renderUi(picture(null))
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
  expect(screen.queryByRole('presentation')).not.toBeInTheDocument()
  expect(fetchBytes).not.toHaveBeenCalled()
})

test('an icon stands where the bytes cannot be had', async () => {
  fetchBytes.mockRejectedValue(new Error('gone'))
  const { container } = renderUi(picture('/gone'))
  await waitFor(() => expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true'))
  expect(screen.queryByRole('presentation')).not.toBeInTheDocument()
})
