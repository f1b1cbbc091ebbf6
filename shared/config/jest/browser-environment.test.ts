import userEvent from '@testing-library/user-event'
import ky from 'ky'

test('fetch accepts the signals and answers of the same family', async () => {
  const { signal } = new AbortController()
  const fetch = jest.fn(async (input: RequestInfo | URL) => {
    const request = new Request(input)
    return Response.json({ url: request.url, aborted: request.signal.aborted })
  })
  await expect(ky.get('http://lamella.test/healthz', { fetch, signal }).json()).resolves.toEqual({
    url: 'http://lamella.test/healthz',
    aborted: false,
  })
})

test('a file chosen by a user can be read in slices and hashed', async () => {
  const input = document.createElement('input')
  input.type = 'file'
  document.body.append(input)
  await userEvent.upload(input, new File(['0123456789'], 'ten.bin'))
  const slice = input.files?.[0]?.slice(2, 5)
  expect(await slice?.text()).toBe('234')
  const digest = await crypto.subtle.digest('SHA-256', (await slice?.arrayBuffer()) ?? new ArrayBuffer())
  expect(Buffer.from(digest).toString('hex')).toMatch(/^[0-9a-f]{64}$/)
})

test('a form can be read', () => {
  document.body.innerHTML = '<form><input name="a" value="1"></form>'
  const form = document.querySelector('form')
  expect([...new FormData(form ?? undefined)]).toEqual([['a', '1']])
  expect(new FormData()).toBeInstanceOf(FormData)
})

test('modules have import.meta.dirname and the version of the build', () => {
  expect(import.meta.dirname).toMatch(/shared\/config\/jest$/)
  expect(__APP_VERSION__).toBe('test')
})
