import type { ImageView } from '@lamella/shared/contract'
import TileLayer from 'ol/layer/Tile.js'
import OlMap from 'ol/Map.js'
import ImageTileSource from 'ol/source/ImageTile.js'
import TileGrid from 'ol/tilegrid/TileGrid.js'
import View from 'ol/View.js'
import { extentOf, pixelProjection } from '../../../../shared/viewer/canvas/pixel-space.ts'
import { ObjectLayer } from '../../../../shared/viewer/layers/object-layer.ts'
import type { ViewerObject } from '../../../../shared/viewer/layers/viewer-object.ts'
import { type Cell, colors, size } from './cells.ts'
import { type CellViewer, measure, nextFrame, painted } from './measure-cells.ts'

/** The portal's layer of annotations on a map of its kind. */
const open = (target: HTMLElement, count: number): CellViewer => {
  const image = { width: size, height: size } as ImageView
  const [extent, projection] = [extentOf(image), pixelProjection(image)]
  const tileGrid = new TileGrid({
    extent,
    origin: [0, 0],
    tileSize: 512,
    resolutions: [64, 32, 16, 8, 4, 2, 1],
  })
  const source = new ImageTileSource({ url: '/picture.png', projection, tileGrid, wrapX: false, transition: 0 })
  const view = new View({
    projection,
    extent,
    constrainOnlyCenter: true,
    minResolution: 1 / 16,
    maxResolution: 128,
    center: [size / 2, -size / 2],
    resolution: 20,
  })
  const map = new OlMap({ target, controls: [], layers: [new TileLayer({ source, extent })], view, pixelRatio: 1 })
  const layer = new ObjectLayer('cells', count)
  layer.mount({
    map,
    view: image,
    scene: 0,
    shown: { t: 0, plane: 0 },
    onShown: () => () => undefined,
    askFor: () => undefined,
    visiblePicture: () => null,
    shows: () => true,
    centerOn: () => undefined,
  })
  const settle = async (): Promise<void> => {
    map.renderSync()
    // Whatever comes has the map drawn again.
    do await nextFrame()
    while (!layer.isWhole)
    await painted()
  }
  return {
    prepare: (cells: Cell[]): ViewerObject[] =>
      cells.map(({ id, label, corners }) => ({
        id,
        geometry: { type: 'Polygon', coordinates: [[...corners, corners[0] ?? [0, 0]]] },
        color: colors[label] ?? null,
        ...{ name: null, scene: 0, z: null, t: null },
      })),
    show: (objects: ViewerObject[]) => {
      layer.setObjects(objects)
      return settle()
    },
    move: (x, y, resolution) => {
      view.setResolution(resolution)
      view.setCenter([x, -y])
      map.renderSync()
    },
    settle,
    isWhole: () => layer.isWhole,
  }
}

const page = {
  measure: (count: number) => measure(open(document.getElementById('viewer') ?? document.body, count), count),
}
Object.assign(window, { cells: page })
