internal import MaruHTTP

// Endpoints by method, for values that are read from JSON unless another format is given.

extension Endpoint where Value: Decodable {
  /// Reads a value.
  public static func get(
    _ path: EndpointPath, query: EndpointQuery = [:], as response: ResponseFormat<Value> = .json,
    credential: CredentialNeed = .required, deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    Endpoint(
      .get, path, query: query, response: response, credential: credential, deadline: deadline,
      headers: headers)
  }

  /// Has a value processed and reads another.
  public static func post(
    _ path: EndpointPath, query: EndpointQuery = [:], body: EndpointBody = .none,
    as response: ResponseFormat<Value> = .json, credential: CredentialNeed = .required,
    idempotency: Idempotency = .asMethod, deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    Endpoint(
      .post, path, query: query, body: body, response: response, credential: credential,
      idempotency: idempotency, deadline: deadline,
      headers: headers)
  }

  /// Replaces a value and reads what became of it.
  public static func put(
    _ path: EndpointPath, query: EndpointQuery = [:], body: EndpointBody = .none,
    as response: ResponseFormat<Value> = .json, credential: CredentialNeed = .required,
    idempotency: Idempotency = .asMethod, deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    Endpoint(
      .put, path, query: query, body: body, response: response, credential: credential,
      idempotency: idempotency, deadline: deadline,
      headers: headers)
  }

  /// Changes a value and reads what became of it.
  public static func patch(
    _ path: EndpointPath, query: EndpointQuery = [:], body: EndpointBody = .none,
    as response: ResponseFormat<Value> = .json, credential: CredentialNeed = .required,
    idempotency: Idempotency = .asMethod, deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    Endpoint(
      .patch, path, query: query, body: body, response: response, credential: credential,
      idempotency: idempotency, deadline: deadline,
      headers: headers)
  }

  /// Removes a value and reads what the server says.
  public static func delete(
    _ path: EndpointPath, query: EndpointQuery = [:], body: EndpointBody = .none,
    as response: ResponseFormat<Value> = .json, credential: CredentialNeed = .required,
    idempotency: Idempotency = .asMethod, deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    Endpoint(
      .delete, path, query: query, body: body, response: response, credential: credential,
      idempotency: idempotency, deadline: deadline,
      headers: headers)
  }

  /// Has a value processed and reads another, with `json` as the body.
  public static func post(
    _ path: EndpointPath, query: EndpointQuery = [:], json: some Encodable & Sendable,
    as response: ResponseFormat<Value> = .json, credential: CredentialNeed = .required,
    idempotency: Idempotency = .asMethod, deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    .post(
      path, query: query, body: .json(json), as: response, credential: credential,
      idempotency: idempotency, deadline: deadline,
      headers: headers)
  }

  /// Replaces a value and reads what became of it, with `json` as the body.
  public static func put(
    _ path: EndpointPath, query: EndpointQuery = [:], json: some Encodable & Sendable,
    as response: ResponseFormat<Value> = .json, credential: CredentialNeed = .required,
    idempotency: Idempotency = .asMethod, deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    .put(
      path, query: query, body: .json(json), as: response, credential: credential,
      idempotency: idempotency, deadline: deadline,
      headers: headers)
  }

  /// Changes a value and reads what became of it, with `json` as the body.
  public static func patch(
    _ path: EndpointPath, query: EndpointQuery = [:], json: some Encodable & Sendable,
    as response: ResponseFormat<Value> = .json, credential: CredentialNeed = .required,
    idempotency: Idempotency = .asMethod, deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    .patch(
      path, query: query, body: .json(json), as: response, credential: credential,
      idempotency: idempotency, deadline: deadline,
      headers: headers)
  }
}

extension Endpoint where Value == Void {
  /// Asks for a resource's head; only whether it is there matters.
  public static func head(
    _ path: EndpointPath, query: EndpointQuery = [:], credential: CredentialNeed = .required,
    deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    Endpoint(
      .head, path, query: query, response: .nothing, credential: credential, deadline: deadline,
      headers: headers)
  }

  /// Has a value processed; the answer is let go.
  public static func post(
    _ path: EndpointPath, query: EndpointQuery = [:], body: EndpointBody = .none,
    credential: CredentialNeed = .required, idempotency: Idempotency = .asMethod,
    deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    Endpoint(
      .post, path, query: query, body: body, response: .nothing, credential: credential,
      idempotency: idempotency, deadline: deadline,
      headers: headers)
  }

  /// Replaces a value; the answer is let go.
  public static func put(
    _ path: EndpointPath, query: EndpointQuery = [:], body: EndpointBody = .none,
    credential: CredentialNeed = .required, idempotency: Idempotency = .asMethod,
    deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    Endpoint(
      .put, path, query: query, body: body, response: .nothing, credential: credential,
      idempotency: idempotency, deadline: deadline,
      headers: headers)
  }

  /// Changes a value; the answer is let go.
  public static func patch(
    _ path: EndpointPath, query: EndpointQuery = [:], body: EndpointBody = .none,
    credential: CredentialNeed = .required, idempotency: Idempotency = .asMethod,
    deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    Endpoint(
      .patch, path, query: query, body: body, response: .nothing, credential: credential,
      idempotency: idempotency, deadline: deadline,
      headers: headers)
  }

  /// Removes a value; the answer is let go.
  public static func delete(
    _ path: EndpointPath, query: EndpointQuery = [:], body: EndpointBody = .none,
    credential: CredentialNeed = .required, idempotency: Idempotency = .asMethod,
    deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    Endpoint(
      .delete, path, query: query, body: body, response: .nothing, credential: credential,
      idempotency: idempotency, deadline: deadline,
      headers: headers)
  }

  /// Has a value processed; the answer is let go; `json` is the body.
  public static func post(
    _ path: EndpointPath, query: EndpointQuery = [:], json: some Encodable & Sendable,
    credential: CredentialNeed = .required, idempotency: Idempotency = .asMethod,
    deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    .post(
      path, query: query, body: .json(json), credential: credential, idempotency: idempotency,
      deadline: deadline,
      headers: headers)
  }

  /// Replaces a value; the answer is let go; `json` is the body.
  public static func put(
    _ path: EndpointPath, query: EndpointQuery = [:], json: some Encodable & Sendable,
    credential: CredentialNeed = .required, idempotency: Idempotency = .asMethod,
    deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    .put(
      path, query: query, body: .json(json), credential: credential, idempotency: idempotency,
      deadline: deadline,
      headers: headers)
  }

  /// Changes a value; the answer is let go; `json` is the body.
  public static func patch(
    _ path: EndpointPath, query: EndpointQuery = [:], json: some Encodable & Sendable,
    credential: CredentialNeed = .required, idempotency: Idempotency = .asMethod,
    deadline: Duration? = nil,
    headers: [EndpointHeader] = []
  ) -> Endpoint {
    .patch(
      path, query: query, body: .json(json), credential: credential, idempotency: idempotency,
      deadline: deadline,
      headers: headers)
  }
}
