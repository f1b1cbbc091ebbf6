/** What another viewer is to show, and where. */
export interface PeerScene {
  address: string
  /** Of the viewer, in CSS pixels. */
  width: number
  height: number
  /** Pixel of the image in the middle. */
  at: [number, number]
  /** CSS pixels per pixel of the image. */
  zoom: number
  channels: { /** `#RRGGBB` */ color: string; range: [number, number] }[]
}

/** Tiles of an image of the portal, as its own viewer asks for them. */
export interface PortalTiles {
  imageId: string
  width: number
  height: number
  tileSize: number
  levels: number
  token: string
}
