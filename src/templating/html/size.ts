/** Pixels of a bitmap. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
