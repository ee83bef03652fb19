// What stands before the worker's own script (`_worker` in combin/site/build.py).
declare const HOME: string, LOCK: object, loadPyodide: any, _createPyodideModule: any;
