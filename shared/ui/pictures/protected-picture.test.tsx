import { resolveObjectURL } from 'node:buffer'
import { skipToken } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { renderUi } from '../test-render.tsx'
import { type PictureQuery, ProtectedPicture } from './protected-picture.tsx'

const load = jest.fn<Promise<Blob>, [url: string]>()
beforeEach(() => load.mockReset())

const pictureQuery: PictureQuery = (url) => ({
  queryKey: [url],
  queryFn: url === null ? skipToken : () => load(url),
  staleTime: Number.POSITIVE_INFINITY,
})
const picture = (url: string | null) => <ProtectedPicture url={url} pictureQuery={pictureQuery} />
const image = () => screen.findByRole<HTMLImageElement>('presentation')

test('loads the bytes once and shows them, and releases them when it unmounts', async () => {
  load.mockImplementation(async (path) => new Blob([`bytes of ${path}`]))
  const { rerender } = renderUi(picture('/a'))
  const { src } = await image()
  expect(await resolveObjectURL(src)?.text()).toBe('bytes of /a')
  rerender('nothing')
  expect(resolveObjectURL(src)).toBeUndefined()
  rerender(picture('/a'))
  expect(await resolveObjectURL((await image()).src)?.text()).toBe('bytes of /a')
  expect(load).toHaveBeenCalledTimes(1)
})

test('changes with its address', async () => {
  load.mockImplementation(async (path) => new Blob([path]))
  const { rerender } = renderUi(picture('/b'))
  const before = (await image()).src
  rerender(picture('/c'))
  await waitFor(async () => expect((await image()).src).not.toBe(before))
  expect(await resolveObjectURL((await image()).src)?.text()).toBe('/c')
})

test('without an address it requests nothing and is an icon', () => {
  const { container } = renderUi(picture(null))
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
  expect(screen.queryByRole('presentation')).not.toBeInTheDocument()
  expect(load).not.toHaveBeenCalled()
})

test('is an icon when the bytes cannot be loaded', async () => {
  load.mockRejectedValue(new Error('gone'))
  const { container } = renderUi(picture('/gone'))
  await waitFor(() => expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true'))
  expect(screen.queryByRole('presentation')).not.toBeInTheDocument()
})
