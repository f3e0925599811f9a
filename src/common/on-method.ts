/** Applies the decorator of a method to the method of a parameter, so that the parameter brings its own documentation. */
export function onMethod(decorator: MethodDecorator): ParameterDecorator {
  return (target, key) => {
    if (key === undefined) throw new Error('This decorator is for parameters of methods only');
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor) decorator(target, key, descriptor);
  };
}
