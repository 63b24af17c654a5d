interface Made {
  readonly options?: { readonly at?: string | null } | null;
}

/** The moment `options.at` as it is sent: now, in whole seconds. */
export function momentNow(): string {
  return new Date().toISOString().replace(/\.\d+/, '');
}

/** A request that names the moment of its document, so that sending it twice makes the same one. */
export function withMoment<Body extends Made>(body: Body): Body {
  return { ...body, options: { ...body.options, at: body.options?.at ?? momentNow() } };
}
