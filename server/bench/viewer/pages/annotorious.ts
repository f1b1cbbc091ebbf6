import { createOSDAnnotator } from '@annotorious/openseadragon'
import OpenSeadragon from 'openseadragon'
import { type Cell, colors, size } from './cells.ts'
import { type CellViewer, measure, painted } from './measure-cells.ts'

/** An annotation in Annotorious' own form: no conversion is measured. */
const annotationOf = ({ id, label, corners }: Cell) => {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const bounds = { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) }
  return {
    id,
    bodies: [{ id: `label-${id}`, annotation: id, purpose: 'tagging', value: String(label) }],
    target: { annotation: id, selector: { type: 'POLYGON', geometry: { points: corners, bounds } } },
  }
}

/** Waits until what was asked of WebGL is drawn. */
const finish = (canvas: HTMLCanvasElement | null): void => {
  const gl = canvas?.getContext('webgl2') ?? canvas?.getContext('webgl')
  gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
}

/** Annotorious 3 on OpenSeadragon as it comes, with a colour by label; springs, which would take time, are left out. */
const open = async (element: HTMLElement): Promise<CellViewer> => {
  const viewer = OpenSeadragon({
    element,
    showNavigationControl: false,
    drawer: 'canvas',
    maxZoomPixelRatio: 16,
    minZoomImageRatio: 0.1,
    animationTime: 0,
    visibilityRatio: 0,
    tileSources: {
      width: size,
      height: size,
      tileSize: 512,
      minLevel: 0,
      maxLevel: 6,
      getTileUrl: () => '/picture.png',
    } as never,
  })
  await new Promise((resolve) => viewer.addOnceHandler('open', resolve))
  const annotator = createOSDAnnotator(viewer, {})
  annotator.setStyle(({ bodies: [body] }: { bodies: { value?: string }[] }) => {
    const color = colors[Number(body?.value)] ?? '#000000'
    return { fill: color as never, fillOpacity: 0.1, stroke: color as never }
  })
  await painted()
  const settle = async (): Promise<void> => {
    viewer.forceRedraw()
    await painted()
    finish(element.querySelector('canvas.a9s-gl-canvas'))
    await painted()
  }
  return {
    prepare: (cells: Cell[]) => cells.map(annotationOf),
    show: (annotations: never) => {
      annotator.setAnnotations(annotations)
      return settle()
    },
    move: (x, y, resolution) => {
      viewer.viewport.zoomTo(size / (element.clientWidth * resolution), undefined, true)
      viewer.viewport.panTo(new OpenSeadragon.Point(x / size, y / size), true)
      viewer.forceRedraw()
    },
    settle,
    // Its WebGL draws each frame as a whole.
    isWhole: () => true,
  }
}

const page = {
  measure: async (count: number) => measure(await open(document.getElementById('viewer') ?? document.body), count),
}
Object.assign(window, { cells: page })
