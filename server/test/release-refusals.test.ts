import { setUpServer } from './helper.ts'
import { complete, filesOf, hashesOf, manifestOf, putFile } from './release-files.ts'

describe('Builds that are published', () => {
  const server = setUpServer()

  /** Tries to publish a build. @returns why it is refused, in words */
  const refusalOf = async (files: ReturnType<typeof filesOf>): Promise<string> => {
    for (const [path, bytes] of Object.entries(files)) await putFile(server, 'auth', '3.0.0', path, bytes)
    const answer = await complete(server, 'auth', '3.0.0', hashesOf(files))
    expect(answer).toMatchObject({ status: 422, code: 'ERR_6004' })
    return answer.raw.toString()
  }

  it.each(['/api/tools', '/api', '/Remotes/list', '/registry.json', '/healthz', '/assets?/a', '/dev/tools'])(
    'are refused with the route %s, which the server answers itself',
    async (path) => {
      const files = filesOf('auth', '3.0.0', { 'manifest.json': JSON.stringify(manifestOf('auth', ['/auth', path])) })
      expect(await refusalOf(files)).toContain(
        `The route ${path} would never be shown: the server itself answers /api, `,
      )
    },
  )

  it.each([
    ['more optional segments than a router can try', `/x${'/:p?'.repeat(4)}`],
    ['more characters than an address needs', `/${'a'.repeat(200)}`],
    ['a query', '/quality?page=1'],
    ['no slash', 'quality'],
  ])('are refused with a route of %s', async (_what, path) => {
    const files = filesOf('auth', '3.0.0', { 'manifest.json': JSON.stringify(manifestOf('auth', ['/auth', path])) })
    expect(await refusalOf(files)).toContain('routes[1].path')
  })

  it.each(['/viewer', '/Viewer/', '/:page', '/downloads/jobresultbundles', '/downloads/:kind'])(
    'are refused with the route %s, which the shell answers itself',
    async (path) => {
      const files = filesOf('auth', '3.0.0', { 'manifest.json': JSON.stringify(manifestOf('auth', ['/auth', path])) })
      expect(await refusalOf(files)).toContain(`The route ${path} takes /`)
    },
  )

  it.each([
    ['main.js', 'main.js/inner.js', 'main.js', 'main.js/inner.js'],
    ['a/b/c.js', 'a/b', 'a/b', 'a/b/c.js'],
    ['a/b/c.js', 'a', 'a', 'a/b/c.js'],
  ])('have no file %s beside %s', async (first, second, file, inner) => {
    expect((await putFile(server, 'auth', '4.0.0', first, Buffer.from('1'))).status).toBe(204)
    const answer = await putFile(server, 'auth', '4.0.0', second, Buffer.from('2'))
    expect(answer).toMatchObject({ status: 400, code: 'ERR_0400' })
    expect(JSON.parse(answer.raw.toString()).errors[0].detail).toContain(
      `"${second}" cannot be stored: "${file}" would be a file and a folder, with "${inner}" in it.`,
    )
    // Beside it, all is well.
    expect((await putFile(server, 'auth', '4.0.0', `${first}.map`, Buffer.from('3'))).status).toBe(204)
  })

  const svg = (content: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
  it.each([
    ['x.html', '<p>'],
    ['a/X.HTM', ''],
    ['index.html', 'no page of a remote'],
    ['x.xhtml', ''],
    ['x.xml', '<?xml-stylesheet href="x.xsl"?>'],
    ['x.xsl', ''],
    ['x.mhtml', ''],
    ['x.pdf', '%PDF'],
    ['script.svg', svg('<script href="main.js"/>')],
    ['prefixed.svg', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">fetch(1)</s:script>')],
    ['handler.svg', svg('<path onload="fetch(1)"/>')],
    ['link.svg', svg('<a href="JavaScript:fetch(1)"/>')],
    ['page.svg', svg('<foreignObject/>')],
    ['entity.svg', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`],
    ['hidden.svg', Buffer.from(`\ufeff${svg('<script/>')}`, 'utf16le')],
    ['packed.svgz', Buffer.from([0x1f, 0x8b, 8, 0])],
  ])('have no page %s, which would be opened under the address of the portal', async (path, content) => {
    const answer = await putFile(server, 'auth', '5.0.0', path, Buffer.from(content))
    expect(answer).toMatchObject({ status: 400, code: 'ERR_0400' })
    expect(JSON.parse(answer.raw.toString()).errors[0].detail).toContain(
      `The file "${path}" cannot be published: it is a p`,
    )
  })

  it.each([
    ['auth', 'plain.svg', svg('<path d="M0 0h9" fill="#123"/>')],
    ['auth', 'a.js.map', '{}'],
    ['auth', 'model.onnx', 'onnx'],
    ['shell', 'index.html', '<!doctype html>'],
  ])('of %s may have %s', async (app, path, content) => {
    expect((await putFile(server, app, '5.0.0', path, Buffer.from(content))).status).toBe(204)
  })

  it('are refused without the entry, which is named once', async () => {
    const { 'mf-manifest.json': _, ...files } = filesOf('auth', '3.0.0')
    expect(await refusalOf(files)).toContain('The release lacks mf-manifest.json."')
  })

  it('are refused with a group in the menu that has the name of one of the shell', async () => {
    const groups = [{ id: 'storage', title: 'Storage', icon: 'list', order: 1 }]
    const manifest = JSON.stringify({ ...manifestOf('auth'), groups })
    const files = filesOf('auth', '3.0.0', { 'manifest.json': manifest })
    expect(await refusalOf(files)).toContain('A group has the name of one of the shell')
  })

  it.each([
    ['NUL in a title', { title: 'Quality\u0000' }, 'cannot be shown or stored'],
    ['half a character in a title', { title: 'Quality \ud800' }, 'cannot be shown or stored'],
    ['a title that is written backwards', { title: 'Quality \u202egpj' }, 'cannot be shown or stored'],
    ['a title that no menu can show', { title: 'Q'.repeat(101) }, 'has more than 100 characters'],
    ['texts of megabytes', { note: 'Q'.repeat(5_000_000) }, 'bytes, and at most 65536 are taken'],
  ])('are refused with a manifest with %s', async (_what, change, sentence) => {
    const whole = manifestOf('auth')
    const manifest = JSON.stringify({ ...whole, routes: [{ ...whole.routes[0], ...change }] })
    const files = filesOf('auth', '3.0.0', { 'manifest.json': manifest })
    expect(await refusalOf(files)).toContain(sentence)
  })

  it('are refused with what they need with characters that no database can store', async () => {
    const name = 'rea\u0000ct'
    const needs = {
      contract: '1.0.0',
      remoteForms: [1],
      calls: [],
      provides: {},
      needs: { [name]: { range: '^1.0.0', names: [] } },
    }
    const files = filesOf('auth', '3.0.0', { 'compatibility.json': JSON.stringify(needs) })
    expect(await refusalOf(files)).toContain('compatibility.json contains characters')
  })

  it('are told the file that has no possible path', async () => {
    const answer = await putFile(server, 'auth', '3.0.0', 'a+b~c.js', Buffer.from('x'))
    expect(answer).toMatchObject({ status: 400, code: 'ERR_0400' })
    expect(answer.raw.toString()).toContain('a+b~c.js')
  })
})
