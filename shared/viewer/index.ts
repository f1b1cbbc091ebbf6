/**
 * Deep zoom of images, for every remote that shows them (docs/adr/0040-viewer.md). What a remote adds is a layer, a tool
 * or a panel. OpenLayers comes with this module: a page imports lazily what uses it.
 */
export type { PointerPlace, VisiblePart } from './canvas/image-map.ts'
export { MapCanvas } from './canvas/map-canvas.tsx'
export type { MapContext } from './canvas/map-context.ts'
export { type ImageMapProps, type MountedMap, useImageMap } from './canvas/use-image-map.ts'
export { ImageViewer, type ImageViewerProps } from './image-viewer.tsx'
export { PolygonLayer, type PolygonShape } from './layers/polygon-layer.ts'
export type { PolygonLook } from './layers/polygon-styles.ts'
export type { ViewerLayer } from './layers/viewer-layer.ts'
export type { ViewerPanel } from './panels/viewer-panel.ts'
export { pickTool } from './tools/pick-tool.ts'
export type { ViewerTool } from './tools/viewer-tool.ts'
