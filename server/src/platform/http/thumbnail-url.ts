/** Relative address of the thumbnail of an image (D3-7-42). */
export const thumbnailUrlOf = (imageId: string): string => `/api/v1/thumbnail?type=Image&id=${imageId}`
