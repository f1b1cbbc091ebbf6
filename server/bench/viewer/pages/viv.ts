import './probe.ts'
import { DETAIL_VIEW_ID, loadOmeZarr, PictureInPictureViewer } from '@hms-dbmi/viv'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { PeerScene } from './peer-scene.ts'

type Range = [number, number]

const rgbOf = (color: string): [number, number, number] => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

/** Viv as Avivator shows an image: one picture, no overview. It is drawn by WebGL. */
const viv = {
  place: [0, 0] as [number, number],
  /** Sets the range of the first channel. */
  setRange: (_: Range): void => undefined,

  /** Opens an OME-Zarr image in the element `viewer`, and resolves when all that is visible is loaded. */
  async open({ address, width, height, at, zoom, channels }: PeerScene): Promise<void> {
    const { data: loader } = await loadOmeZarr(address, { type: 'multiscales' })
    const element = document.getElementById('viewer')
    if (!element) throw new Error('The page has no element for a viewer')
    const root = createRoot(element)
    const viewStates = [{ id: DETAIL_VIEW_ID, target: [...at, 0], zoom: Math.log2(zoom) }]
    const fixed = {
      loader,
      width,
      height,
      viewStates,
      colors: channels.map(({ color }) => rgbOf(color)),
      channelsVisible: channels.map(() => true),
      selections: channels.map((_, c) => ({ t: 0, c, z: 0 })),
      overviewOn: false,
      onViewStateChange: ({ viewState }: { viewState: { target: [number, number] } }) => {
        viv.place = [viewState.target[0], viewState.target[1]]
      },
    }
    let draws = 0
    window.frameProbe.printBy(() => draws)
    const pixel = new Uint8Array(4)
    const deckProps = {
      // Reading a pixel waits until the GPU, or what takes its place, has drawn.
      onAfterRender: ({ gl }: { gl: WebGL2RenderingContext }) => {
        if (!isWaiting) return
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
        draws += 1
      },
    }
    let isWaiting = false
    let ranges = channels.map(({ range }) => range)
    await new Promise<void>((resolve) => {
      const show = () =>
        root.render(
          createElement(PictureInPictureViewer, {
            ...fixed,
            deckProps,
            contrastLimits: ranges,
            onViewportLoad: () => resolve(),
          } as never),
        )
      viv.place = at
      viv.setRange = (range) => {
        isWaiting = true
        ranges = [range, ...ranges.slice(1)]
        show()
      }
      show()
    })
  },
}

declare global {
  interface Window {
    viv: typeof viv
  }
}
window.viv = viv
