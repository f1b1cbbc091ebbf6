/**
 * Deep zoom of images, for every remote that shows them; remotes contribute layers, tools and panels (ADR 40). This
 * module contains OpenLayers, so pages import its users lazily.
 */
export type { PixelPosition, VisibleExtent } from './canvas/image-map.ts'
export { MapCanvas } from './canvas/map-canvas.tsx'
export type { MapContext } from './canvas/map-context.ts'
export { type ImageMapProps, type MountedMap, useImageMap } from './canvas/use-image-map.ts'
export { ZoomBar } from './canvas/zoom-bar.tsx'
export { ImageViewer, type ImageViewerProps } from './image-viewer.tsx'
export { PolygonLayer, type PolygonShape } from './layers/polygon-layer.ts'
export type { PolygonLabel, PolygonLook } from './layers/polygon-styles.ts'
export type { ViewerLayer } from './layers/viewer-layer.ts'
export { Histogram } from './panels/histogram.tsx'
export type { ViewerPanel } from './panels/viewer-panel.ts'
export { type ChannelSetting, drawnColor, initialChannels } from './tiles/channel-settings.ts'
export { pickTool } from './tools/pick-tool.ts'
export type { ViewerTool } from './tools/viewer-tool.ts'
export { channelsOfText, textOfChannels } from './view-state/channels-text.ts'
export { viewOf, withView } from './view-state/view-address.ts'
export type { ViewState } from './view-state/view-state.ts'
